#!/bin/bash
# A stand-in of sbatch, squeue and scancel for tests: called by those names, it runs the tasks of arrays on this machine.
# Its state is beside it: calls, jobs/ID/{script,name,log,range,task/N/{pid,state}}. Files that tests write there:
#   nodes        how many tasks run at once (2)
#   deaf         sbatch submits, and says that the socket timed out; removed by the first call
#   silent       squeue and sbatch fail as without a controller while the file is there
#   limit        the largest number of tasks in an array that is accepted at once
#   refuse       sbatch refuses with the words in the file
#   node         lines of the shell that run before each task
#   held         tasks of new arrays are held
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
word=$(basename "$0")
echo "$word $*" >>"$here/calls"
option() { local want=$1; shift; for a in "$@"; do case $a in "$want"=*) echo "${a#*=}"; return ;; esac; done; }
named() { grep -lxF "$1" "$here"/jobs/*/name 2>/dev/null | head -n 1 | sed 's|/name$||; s|.*/||'; }
bad() { echo "$word: error: $1" >&2; exit 1; }
[ ! -e "$here/silent" ] || [ "$1" = --version ] || bad "Unable to contact slurm controller (connect failure)"

case $word in
sbatch)
  [ "$1" != --version ] || { echo "slurm 0 (stand-in)"; exit 0; }
  [ ! -e "$here/refuse" ] || bad "$(cat "$here/refuse")"
  range=$(option --array "$@") first=${range%-*} last=${range#*-}
  if [ -e "$here/limit" ] && [ $((last - first + 1)) -gt "$(cat "$here/limit")" ]; then
    bad "AssocMaxSubmitJobLimit: Job violates accounting/QOS policy"
  fi
  exec 9>"$here/lock"; flock 9
  id=$(($(cat "$here/last" 2>/dev/null || echo 100) + 1)); echo $id >"$here/last"
  exec 9>&-
  job=$here/jobs/$id; mkdir -p "$job/task"
  cp "${!#}" "$job/script"
  option --job-name "$@" >"$job/name"
  for ((i = first; i <= last; i++)); do
    mkdir "$job/task/$i"
    if [ -e "$here/held" ]; then echo HELD >"$job/task/$i/state"; else echo PENDING >"$job/task/$i/state"; fi
  done
  log=$(option --output "$@")
  setsid bash "$here/node.sh" "$here" "$id" "$first" "$last" "$log" >/dev/null 2>&1 </dev/null &
  # Who called ends the rest of its process group with it; node.sh has left that once it runs.
  until [ -e "$job/started" ]; do sleep 0.01; done
  if [ -e "$here/deaf" ]; then rm "$here/deaf"; bad "Batch job submission failed: Socket timed out on send/recv operation"; fi
  echo "a site prints this line before the id"
  cat "$here/id-suffix" 2>/dev/null | sed "s/^/$id/" | grep . || echo $id
  ;;
squeue)
  names=$(option --name "$@")
  for name in ${names//,/ }; do
    id=$(named "$name")
    for task in "$here/jobs/$id/task"/*; do
      state=$(cat "$task/state" 2>/dev/null) reason=None
      case $state in PENDING) reason=Resources ;; HELD) state=PENDING reason="launch failed requeued held" ;; GONE | "") continue ;; esac
      echo "$name|$id|$(basename "$task")|$state|$reason"
    done
  done
  ;;
scancel)
  name=$(option --name "$@") id=${1%%_*} tasks=
  [ -z "$name" ] || id=$(named "$name")
  [ -n "$id" ] || exit 0
  for word in "$@"; do case $word in [0-9]*_*) tasks="$tasks ${word#*_}" ;; esac; done
  [ -n "$tasks" ] || tasks=$(ls "$here/jobs/$id/task")
  for i in $tasks; do
    task=$here/jobs/$id/task/$i
    echo CANCELLED >"$task/state"
    [ ! -e "$task/pid" ] || kill -TERM -- "-$(cat "$task/pid")" 2>/dev/null
  done
  ;;
esac
exit 0
