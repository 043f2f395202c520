extension ErrorCodesPage {
  /// The codes of names that are not known, in the form of `list`.
  static let unknown = """
    unknown-account  no account has this name
    unknown-added-learner  you have added no such learner
    unknown-alias  no alias of this name
    unknown-athlete  no such athlete
    unknown-category  no such category in the column
    unknown-cell  no such cell
    unknown-cell-option  no such option of a cell
    unknown-change-set  no such change
    unknown-class  the target has no class of that name
    unknown-column  no such column
    unknown-command  no such command
    unknown-competition  no such competition
    unknown-compression  a ZIP archive uses a method that podium does not read
    unknown-cover  the athlete is not looked after by this person
    unknown-dataset  no such dataset
    unknown-ending  a file extension that the command does not write
    unknown-evaluator  no such evaluator
    unknown-expectation  a request to a service expects something else than `100-continue`
    unknown-feature  a model has no feature of that name
    unknown-field  no such field of a result
    unknown-figure  no such figure
    unknown-file  no such file
    unknown-format  the format of a file is not recognized
    unknown-function  no such function
    unknown-glide  no such glide in the session
    unknown-grinding  no such grinding of the ski pair
    unknown-group  a season or a stage has no group of this name
    unknown-help-topic  no such help topic
    unknown-hyperparameter  no such hyperparameter
    unknown-importer  no such importer
    unknown-job-kind  a worker does not know the kind of a job
    unknown-key  no such key
    unknown-kind  no such kind of record
    unknown-language  no plugin template in this language
    unknown-learner  no such learner
    unknown-leave  a waxer is not away on these days
    unknown-letter  a letter that the order does not use
    unknown-limit  a service has no limit of this name
    unknown-match  no such match
    unknown-measurement  a session has no measurement of the weather at that time
    unknown-member  a member of a JSON body that nothing takes
    unknown-model  no such model
    unknown-operator  no such operator
    unknown-pair  no such ski pair
    unknown-parameter  the notebook has no such parameter
    unknown-person  no such person in the surf journals
    unknown-plugin  no such plugin
    unknown-preference  no such surf preference
    unknown-prefix  no such prefix
    unknown-recipe-step  no such recipe step
    unknown-record  no such record
    unknown-report  a match has no report of this number
    unknown-request  a kernel does not answer such a request
    unknown-resampling  no such value of `folds=`
    unknown-result  no such result
    unknown-role  no such role
    unknown-rows  the JSON has no such list of rows
    unknown-run  a cluster has no run of that name
    unknown-scheme  an address with a scheme other than http and https
    unknown-scope  no plugin has a scope of this name
    unknown-season  no such season
    unknown-session  no such session
    unknown-sessions  a worker does not have the sessions of a job
    unknown-setting  a recipe step has no such setting
    unknown-sheet  no such sheet in the workbook
    unknown-ski-type  no such type of ski
    unknown-source  no such source of a match
    unknown-splits  a worker does not have the splits of a job
    unknown-spot  no such surf spot
    unknown-stage  a season has no group or stage of this name
    unknown-station  no such station
    unknown-table  no such table
    unknown-team  no such team
    unknown-time-zone  no such time zone
    unknown-token  no token has this id
    unknown-treatment  a ski pair has no treatment of this kind at that time
    unknown-unit  a unit that does not fit the quantity
    unknown-variable  no such variable of sea or air
    unknown-waxer  no such waxer
    unknown-workspace  no such workspace
    unknown-zone  no such time zone
    """
}
