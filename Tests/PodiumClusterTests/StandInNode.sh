#!/bin/bash
# Runs the tasks FIRST…LAST of the stand-in's array ID, some at once: node.sh HERE ID FIRST LAST LOG
here=$1 id=$2 first=$3 last=$4 log=$5 job=$1/jobs/$2
touch "$job/started"
run() {
  local i=$1 task=$job/task/$1 restart=0 status
  while :; do
    [ "$(cat "$task/state")" = PENDING ] || return
    echo RUNNING >"$task/state"
    {
      cat "$here/node" 2>/dev/null
      cat "$job/script"
    } >"$task/run"
    PODIUM= SLURM_ARRAY_TASK_ID=$i SLURM_JOB_ID=$((id * 1000 + i)) SLURM_RESTART_COUNT=$restart SLURM_CPUS_PER_TASK=1 \
      setsid bash "$task/run" >>"${log//%a/$i}" 2>&1 </dev/null &
    echo $! >"$task/pid"
    wait $!
    status=$?
    rm -f "$task/pid"
    [ "$(cat "$task/state")" = RUNNING ] || return
    case $status in
      0) echo COMPLETED >"$task/state" ;;
      75) restart=$((restart + 1)); echo PENDING >"$task/state"; continue ;;
      *) echo FAILED >"$task/state" ;;
    esac
    return
  done
}
nodes=$(cat "$here/nodes" 2>/dev/null || echo 2)
for ((i = first; i <= last; i++)); do
  while [ "$(jobs -rp | wc -l)" -ge "$nodes" ]; do wait -n; done
  run "$i" &
done
wait
