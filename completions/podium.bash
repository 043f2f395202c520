# Completion of podium's command line for bash: subcommands, options, their values, and files.
_podium() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local options="--format --workspace --seed --threads --executor --no-rc --plugins --width --keep-going --trust --color -c
    --version -h --help"
  COMPREPLY=()
  case $before in
  --format) mapfile -t COMPREPLY < <(compgen -W "terminal plain markdown json csv tsv html jsonl latex rst vertical" -- "$word") && return ;;
  --executor) mapfile -t COMPREPLY < <(compgen -W "threads processes" -- "$word") && return ;;
  --color) mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$word") && return ;;
  --plugins) mapfile -t COMPREPLY < <(compgen -d -- "$word") && return ;;
  --workspace) mapfile -t COMPREPLY < <(compgen -f -- "$word") && return ;;
  --output | -o) mapfile -t COMPREPLY < <(compgen -f -- "$word") && return ;;
  --to) [[ " ${COMP_WORDS[*]} " == *" export "* ]] && mapfile -t COMPREPLY < <(compgen -W "html ipynb" -- "$word")
    return ;;
  --seed | --threads | --width | --set | --learner | --only | --tol | --timeout | --notebook-timeout | --name | -c) return ;;
  --prefix) mapfile -t COMPREPLY < <(compgen -d -- "$word") && return ;;
  serve) mapfile -t COMPREPLY < <(compgen -W "user token check --listen --workspace --accounts --public --host --tls-cert --tls-key --behind-proxy --limit" -- "$word") && return ;;
  kernel) mapfile -t COMPREPLY < <(compgen -W "install remove" -f -- "$word") && return ;;
  plugin) mapfile -t COMPREPLY < <(compgen -W "new test install list remove" -- "$word") && return ;;
  esac
  case $word in
  -*)
    case " ${COMP_WORDS[*]} " in
    *" run "*) options="$options --set --update-data" ;;
    *" verify "*)
      options="$options --strict --update --update-data --to --only --changed --tol --timeout --notebook-timeout --json"
      ;;
    *" export "*) options="$options --to --output -o --set --update-data --force" ;;
    *" kernel "*) options="$options --confined --user --prefix --name" ;;
    *" import "*) options="$options --output -o --force" ;;
    *" plugin "*) options="$options --learner" ;;
    *" help "*) options="$options --output -o --man" ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    ;;
  *)
    case " ${COMP_WORDS[*]:0:COMP_CWORD} " in
    *" run "* | *" verify "* | *" export "* | *" import "* | *" plugin "*) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    *" doctor "* | *" kernel "*) ;;
    *) mapfile -t COMPREPLY < <(compgen -W "run verify export import serve kernel plugin help doctor" -- "$word") ;;
    esac
    ;;
  esac
}
complete -o filenames -F _podium podium
