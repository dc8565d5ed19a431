# The session of shell blocks. It is told the file of a step by a line, and the step answers by a line.
exec 3<&0 4>&1 </dev/null
while IFS= read -r __docent_step <&3; do . "$__docent_step"; done
