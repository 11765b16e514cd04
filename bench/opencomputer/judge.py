# Runs one check of an OpenComputer task: `judge.py VERIFIER CHECK`, both as the benchmark's own harness takes them.
import json, shlex, subprocess, sys

verifier, check = sys.argv[1], json.loads(sys.argv[2])
done = subprocess.run([sys.executable, verifier, *shlex.split(check['command'])], capture_output=True, text=True)
try:
    data = json.loads(done.stdout)
except ValueError:
    data = {'error': (done.stderr or done.stdout)[-300:]}
result = data
if 'eval' in check:
    try:
        passed = bool(eval(check['eval']))
    except Exception as error:
        passed = False
        data = {'answer': data, 'error': str(error)}
else:
    passed = isinstance(data, dict) and data.get(check['key']) == check.get('expected')
print(json.dumps({'passed': passed, 'answer': data}, default=str))
