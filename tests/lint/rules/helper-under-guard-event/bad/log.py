import sys

with open("/nowhere/hook.log", "a") as log:
    log.write(sys.stdin.read())
