# The session of Python blocks. It is told the files of a block by a line of JSON, runs the code among the names of the
# blocks before it, and answers with a line of JSON. What the code prints goes into a file, whoever of its processes prints.
import os as _os


def _serve():
    import json, linecache, sys, traceback, types

    orders = _os.fdopen(_os.dup(0), "r", encoding="utf-8")
    answers = _os.fdopen(_os.dup(1), "w", encoding="utf-8")
    nothing = _os.open(_os.devnull, _os.O_RDWR)
    for descriptor in (0, 1, 2):
        _os.dup2(nothing, descriptor)
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    sys.path[0] = ""
    sys.argv = [""]

    def flush():
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except Exception:
                pass

    def run(order):
        # Readers count from 1.
        name = "<block %d>" % (order["number"] + 1)
        with open(order["code"], encoding="utf-8") as file:
            source = file.read()
        linecache.cache[name] = (len(source), None, source.splitlines(True), name)
        answer = {"status": 0}
        try:
            exec(compile(source, name, "exec", dont_inherit=True), module.__dict__)
        except SystemExit as end:
            if isinstance(end.code, int):
                answer["status"] = end.code & 255
            elif end.code is not None:
                print(end.code, file=sys.stderr)
                answer["status"] = 1
        except BaseException as error:
            # The first frame is the one above.
            frames = error.__traceback__.tb_next if error.__traceback__ else None
            answer["status"] = 1
            answer["exception"] = [kind.__name__ for kind in type(error).__mro__]
            answer["message"] = traceback.format_exception_only(type(error), error)[-1].strip()
            places = [[frame.filename, frame.lineno] for frame in traceback.extract_tb(frames)]
            if isinstance(error, SyntaxError) and error.lineno:
                places.append([error.filename, error.lineno])
            answer["places"] = [[int(file[7:-1]) - 1, line] for file, line in places if str(file).startswith("<block ")]
            traceback.print_exception(type(error), error, frames)
        return answer

    for line in orders:
        order = json.loads(line)
        output = _os.open(order["output"], _os.O_WRONLY | _os.O_CREAT | _os.O_APPEND, 0o600)
        _os.dup2(output, 1)
        _os.dup2(output, 2)
        _os.close(output)
        folder = _os.getcwd() if order["folder"] else None
        before = {key: _os.environ.get(key) for key in order["variables"]}
        try:
            if folder:
                _os.chdir(order["folder"])
            _os.environ.update(order["variables"])
            answer = run(order)
        except Exception as error:
            answer = {"status": 1, "exception": [], "message": str(error), "places": []}
        flush()
        for key, value in before.items():
            if value is None:
                _os.environ.pop(key, None)
            else:
                _os.environ[key] = value
        if folder:
            _os.chdir(folder)
        _os.dup2(nothing, 1)
        _os.dup2(nothing, 2)
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


_serve()
