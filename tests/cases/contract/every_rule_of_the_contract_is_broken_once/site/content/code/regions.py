# region: drifted
value = 1
# endregion: drifted
# region: empty
# endregion: empty
# region: open
value = 3
