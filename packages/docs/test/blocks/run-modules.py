# Runs programs one after another, like run-modules.mjs.
import contextlib, io, json, os, runpy, sys, traceback

for line in sys.stdin:
    file = line.rstrip("\n")
    os.chdir(os.path.dirname(file))
    error = None
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            runpy.run_path(file, run_name="__main__")
    except BaseException:
        error = traceback.format_exc()
    print(json.dumps({"error": error}), flush=True)
