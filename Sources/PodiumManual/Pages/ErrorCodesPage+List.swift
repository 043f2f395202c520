extension ErrorCodesPage {
  /// A code and its meaning in each line, in order.
  static let list = """
    address-too-long  the address of a request to a service is longer than 8 KB
    alias-of-alias  an alias would point to another alias
    all-groups-failed  the command failed in every group of `by`
    all-learners-failed  every learner of a comparison failed
    altered-blob  data of a job do not match their hash
    ambiguous-athlete  a name fits several athletes
    ambiguous-command  a shortened verb fits several commands
    ambiguous-date  days in text could start with the day or the month
    ambiguous-format  several importers could read the file
    ambiguous-group  several stages of a season have a group of this name
    ambiguous-name  a name means several things, such as a file and a saved table
    ambiguous-number  numbers in text could have a decimal comma or separated thousands
    ambiguous-pair  a number fits several ski pairs
    ambiguous-record  a name fits several records
    ambiguous-run  the beginning of a name fits several runs on a cluster
    assertion-failed  the condition of `assert` is false
    bad-account-name  a text cannot be the name of an account
    bad-certificate  the certificate or the key of a service cannot be used
    bad-column-count  the number of columns does not suit the command
    bad-command  a shell command cannot be run as it is written
    bad-command-name  a plugin's command does not begin with the plugin's name
    bad-connection  the connection file of a Jupyter kernel cannot be used
    bad-costs  costs have the wrong shape, or one is not a number
    bad-declaration  what a plugin declares of its records does not fit its migrations
    bad-description  the description of the command line cannot be read
    bad-escape  an escape in quoted text is not known
    bad-exposure  what a plugin lets a service show does not fit its things and verbs
    bad-feature  a feature has a type that cannot be used
    bad-front-matter  the front matter of a notebook cannot be read
    bad-glide  a glide is not written as two pairs with `beats` or `ties`
    bad-key-file  the file is not a key file of `ski export`
    bad-manifest  `plugin.json` cannot be used
    bad-margin  a margin is not a number of centimetres in range
    bad-message  a message of a worker process or of a Jupyter client is damaged, or is not from who has the key
    bad-migration  a plugin's migration does not fit its earlier ones
    bad-name  a name is not valid
    bad-number  a number is malformed
    bad-option  an option of an importer has a value that cannot be used
    bad-parameter  a parameter of a request has no such value
    bad-picture  an SVG cannot be read or drawn
    bad-place  the coordinates of a place are incomplete or out of range
    bad-plugin-name  a plugin's name is not valid, or is taken
    bad-prediction  a learner returned a prediction that does not fit the test rows
    bad-query  an SQL query cannot be run
    bad-range  a range of rows, cells or numbers is wrong
    bad-rank  ranks in a file are inconsistent
    bad-record  a record cannot be stored as it is
    bad-reference  `$` is not followed by a name or number
    bad-reply  an external program's answer does not fit the protocol
    bad-request  a request to a service is malformed, or its body is not what is asked for
    bad-row  a row number is out of range
    bad-score  a score is not two whole numbers of goals
    bad-serial  a serial number is not valid
    bad-snow  the shares of snow do not sum to 100
    bad-split  a split of a resampling method does not fit the rows
    bad-target  the name of the target is too long
    bad-time  a column of times is not of type date, datetime or number
    bad-url  an address is malformed
    bad-value  a value is not allowed for its key or hyperparameter
    bad-weight  the column of weights cannot be used
    bad-zone  the rules of a time zone cannot be read
    blank-around-equals  there is a space around `=` of a key
    body-too-large  the body of a request is larger than the service takes
    build-failed  the build of a plugin failed
    cannot-append  a file of this format cannot be continued
    cannot-ask  a command asks a question, and the client has no channel for the answer
    certificate-ended  the certificate of a service has ended while it ran
    certificate-ending  the certificate of a service ends within two weeks, as its log says
    chained-comparison  a comparison has three sides
    changed-data  data do not match the hash in the notebook
    changed-since  a change cannot be undone, because the record has changed again
    cluster-folder  the folder of runs on a cluster cannot be used, or others may write into it
    cluster-nodes  the nodes of a cluster cannot do the work; the message says why
    cluster-refused  Slurm refuses an array of tasks
    cluster-template  `slurm.sh` has an option that podium chooses itself
    command-failed  a shell command failed
    compression-failed  a file cannot be compressed
    conflicting-keys  two keys cannot be combined
    connection-failed  a socket of a Jupyter kernel fails
    crashed  the process of a notebook crashed
    damaged-accounts  the file of accounts cannot be read
    damaged-evaluation  a stored evaluation cannot be read
    damaged-file  a file is damaged or cut off
    damaged-model  a saved model cannot be read
    damaged-run  a file of a run on a cluster is damaged or was altered
    damaged-splits  stored splits cannot be read
    damaged-table  a stored table cannot be read
    damaged-task  a stored task cannot be read
    different-columns  a file to be continued has other columns
    disk-full  no room is left where results of a run on a cluster are written
    diverged  training a network diverged
    double-cell  several rows would share a cell of a pivoted table, or a place in a pair
    double-key  a key of a join occurs several times in the other table
    duplicate-column  two columns have the same name
    duplicate-hyperparameter  a hyperparameter is given twice
    editor-failed  the editor failed
    empty-file  a file has no rows
    empty-sheet  a sheet has no cells
    encrypted-file  a file is encrypted
    far-place  a forecast or tide is for a place far from the spot
    fetch-failed  an address cannot be fetched
    file-busy  another program is writing to the file, or it belongs to the open workspace
    file-exists  the file exists and is not replaced
    forbidden  an account may not change a record
    foreign-format  the file has a format that podium does not read
    foreign-host  a request names a host that the service does not answer for
    future-date  a date is in the future
    future-result  a result is dated in the future
    group-as-target  the column of groups cannot be the target
    header-too-large  the header of a request to a service has more than 100 fields or 16 KB
    http-status  a server answered with an error
    interrupted  the command was interrupted
    known-match  a match of these teams near this day is stored already
    leak-derived  the target was made from a feature
    malformed-json  JSON text is malformed
    malformed-xml  XML text is malformed
    merge-conflict  two records cannot be merged, because they contradict each other
    method-not-allowed  a resource does not have the method of a request
    missing-argument  a required argument is missing
    missing-blob  data of a job are missing
    missing-cell  a cell needs the result of a cell that is not saved
    missing-colon  a prefix does not end in `:`
    missing-column  the table lacks a column
    missing-command  a command is missing after a pipe
    missing-conditions  the command needs weather or snow conditions
    missing-costs  a class has no costs
    missing-data  data that the notebook declares are missing
    missing-dataset  a bundled dataset is not installed
    missing-day  a match was entered without its day
    missing-equals  `=` is missing after a column
    missing-error  a cell with `expect=error` succeeded
    missing-exporter  an exporter that the command needs is not registered
    missing-expression  an expression is missing
    missing-field  a reference to a result lacks the field
    missing-file  a file name is missing
    missing-key  a setting is not written as `key=value`
    missing-learner  a learner that the command needs is not registered
    missing-library  a library of the system is not installed
    missing-match  a command about a match does not name one
    missing-member  the body of a request lacks a required member
    missing-minute  the clock of a match gives no minute, and the report has none
    missing-plugin  the notebook needs a plugin that is not installed
    missing-policy  an expulsion has no policy
    missing-reason  an adjustment has no reason
    missing-side  a report names a match, but not its home or away side
    missing-team  an alias has no team
    missing-value  a key has no value
    missing-values  a column has missing values, which the learner or step does not accept
    missing-verb  a command does not begin with a verb
    mixed-candidates  a choice of settings mixes learners
    mixed-targets  tables of a comparison have targets of different kinds
    mixed-units  numbers in text have different currencies or units, or a 'k' that may be 1000
    needed-column  a column cannot be dropped, because the label or the recipe needs it
    needs-aggregate  one value is needed, for each group or in all, and the column has one per row
    needs-interpreter  the command cannot run inside another one
    nested-archive  a gzip file contains a gzip file
    network-closed  the network is not available here
    newer-accounts  a newer podium wrote the file of accounts
    newer-format  a notebook has a newer format
    newer-table  a saved table has a newer format
    no-account  a request needs an account: a token, or a login
    no-accounts  a service has no accounts, so no one could log in
    no-address  a competition has no address to fetch from
    no-calibration  a model keeps no scores to make shortlists from
    no-cells  there is no cell to save
    no-choice  none of the settings could be scored
    no-classes  the evaluation predicts numbers and has no classes
    no-clock  a command needs the time, and a replay has no clock
    no-columns  the table has no columns that can be used
    no-competition  a file does not name its competition
    no-conditions  the conditions of a surf session are not known
    no-convergence  a learner did not converge
    no-costs  `goal=cost` needs costs, and the result has none
    no-date  a file has no date
    no-directions  no feature is a direction
    no-evaluation  there is no evaluation yet
    no-explanation  the model has no parts that people can read
    no-features  there are no features
    no-folder  a user without a home folder has no folder of Jupyter kernels
    no-forecast  no stored surf forecast covers that time
    no-glides  the session has no glides
    no-host  a service listens at every address and has no name
    no-issue-time  a file does not say when its forecast was issued
    no-key  a kind of record has no natural key
    no-labelling  the table declares no target
    no-learner  a plugin has no learner
    no-matches  a file has no matches
    no-maximum  a likelihood has no maximum
    no-mean  the values of a circular column cancel out
    no-median  a circular column has no median
    no-model  there is no fitted model
    no-pairs  no ski pair fits
    no-picture  a result has nothing that `plot` draws
    no-precondition  a change through a service lacks `If-Match`
    no-probabilities  the learner gives no probabilities
    no-program  a model needs a program that is missing
    no-ranks  the table or the session has no ranks
    no-reader  pages cannot be read here
    no-rows  there are no rows
    no-runs  no glide has its lane and run
    no-service  the program `podium-serve` is not installed
    no-sessions  no column names the session of a row
    no-single-table  the file format holds one table and the command has several
    no-slurm  Slurm's commands cannot be run
    no-station  a file name contains no station code
    no-table  there is no table
    no-target  there is no target yet
    no-thread  the system has no thread for a cell
    no-tide  no tide is stored for that day
    no-time-zone  a time needs the zone of a competition, which is not known
    no-treatments  no glide compares treatments
    no-values  a column has no values
    no-window  no window matches (`surf check need=yes`)
    no-windows  a calendar needs windows
    no-workspace  there is no workspace, or no file to store it in
    no-zones  the machine has no time zones
    not-a-bundle  a folder is not a bundle that an importer knows
    not-a-condition  an expression is neither true nor false
    not-a-database  a file is not an SQLite database
    not-a-direction  a number is not a direction in degrees
    not-a-feature  a column is not a feature
    not-a-file  a path is not a file
    not-a-notebook  a file is not a notebook
    not-a-plugin  a folder is not a plugin
    not-a-reading  a command that changes something cannot be watched
    not-a-workbook  a file is not an .xlsx workbook
    not-a-workspace  a file is not a workspace
    not-allowed  an SQL query does more than read
    not-categorical  a column has no categories
    not-confirmed  the question was not answered with yes
    not-finite  a number is infinite or too large
    not-football-data  a file has no football results
    not-found  an address of a service has nothing that the account sees
    not-gzip  a .gz file is not compressed by gzip
    not-http  a server does not speak HTTP
    not-in-session  a ski pair is not in the session
    not-installed  a plugin or a Jupyter kernel is not installed
    not-interactive  the command needs the prompt
    not-live  only a live session can watch a command
    not-ndbc  a file is not in the format of NDBC
    not-numeric  a column has no numbers
    not-recording  no notebook is being recorded
    not-representable  a format has no place for a value of the table
    not-saved  a fitted step cannot be saved
    not-served  a service does not offer it
    not-settable  the body of a request sets what cannot be set
    not-ski-data  a file has no ski data
    not-tabular  a file has no table
    not-text  a file is not UTF-8 text
    not-yours  a record belongs to another plugin
    not-zip  a file is not a ZIP archive
    nothing-to-name  the command has no result that `as` could name
    nothing-to-redo  there is nothing to redo
    nothing-to-rerun  there is no cell to run again
    nothing-to-undo  there is nothing to undo, or it cannot be undone
    nothing-to-write  the command has no output to write
    one-class  all rows have the same class
    open-accounts  others may read the file of the accounts
    open-service  a service that other machines reach has no TLS
    open-workspace  others may read a workspace that is to be served
    other-arithmetic  a node gives other last digits than the machine where podium runs
    other-format  a file has another format of the same source
    other-language  a Jupyter notebook is not one of podium
    other-learner  a learner's program has changed
    other-request  an `Idempotency-Key` was used for another request
    other-session  a file contradicts the session in the workspace
    other-splits  the splits are not those of the job
    other-task  the data are not those of the job
    other-team  a file belongs to another team
    other-worker  a worker process has a different version
    part-of-name  a part of a name is not enough before something is removed
    password-not-saved  a file has `***` in place of the user and password of an address
    picture-too-large  a picture would have more pixels than can be drawn
    plugin-changed  a plugin registers something other than when it was installed
    plugin-crashed  an external program crashed
    plugin-disabled  an external program failed three times in a row
    plugin-flood  an external program sent too much output
    plugin-not-started  an external program cannot be started
    plugin-timeout  an external program took too long
    query-limit  an SQL query takes too many steps or too long, or gives too many rows
    ragged-row  a row has a different number of cells
    record-in-use  a record is referenced by others
    redirect-refused  an address redirects to an unencrypted one, or from the internet to this machine or its network
    repeated-clause  a clause is given twice
    repeated-column  a file has a column twice
    repeated-key  a key is given twice
    repeated-pair  a ski pair is given twice
    repeated-request  a request that was done already was sent again
    repeated-row  a ski pair is in a session twice
    repeated-step  a recipe step is already there
    repeated-time  a time occurs twice, because the clock is put back
    request-running  the first request with the same `Idempotency-Key` still runs
    run-cancelled  a run on a cluster was stopped by `jobs cancel`
    run-in-use  a run on a cluster is driven by another podium, or its tasks still wait or run
    same-pair  a ski pair cannot glide against itself
    same-record  a record cannot be merged with itself
    same-team  a team is on both sides, or an alias is the team's own name
    saved-name-taken  something is already saved under the name
    separable  the classes are separated perfectly, so a model without a penalty has no finite optimum
    separate-teams  no chain of matches connects two teams
    service-busy  too many requests wait already
    service-stopping  the service is about to end
    session-closed  the session was closed
    several-learners  a plugin has several learners and one is needed
    several-tables  a database or page has several tables and one is needed
    single-equals  `=` is used where `==` compares
    singular  equations have no unique solution
    sink-after-expression  `>>` or `>!` is within parentheses of an expression
    skipped-time  a time does not exist, because the clock is put forward
    slow-request  a request to a service took too long to arrive
    stale-record  a record was changed meanwhile
    stale-report  a match has changed since the revision that a report was based on
    strict  a file needs a repair, and `strict=yes` allows none
    taken-account  there is an account of this name already
    taken-column  a column with this name exists
    taken-key  two records would have the same key
    taken-name  a name is already in use
    target-as-feature  the target cannot be a feature
    target-as-group  the target cannot be the column of groups or folds
    too-deep  something is nested too deeply
    too-few-days  there are too few days
    too-few-groups  there are fewer groups than folds, or one cluster
    too-few-orders  there are too few orders in a session
    too-few-pairs  there are too few ski pairs
    too-few-people  fewer than three people rated the same conditions
    too-few-rows  there are too few rows
    too-few-sessions  there are too few sessions
    too-few-tests  there are too few tests
    too-large  something exceeds a size limit
    too-many-folds  there are more folds than rows
    too-many-requests  an account, an address or a name asked too often
    too-many-rows  a table would have too many rows
    too-many-sessions  too many sessions are open
    too-many-streams  too many streams of events are open
    too-many-values  a column has too many different values
    too-slow  a request took longer than it may, so nothing was changed
    trust-refused  an untrusted notebook or script tried what needs `--trust`
    unable-to-listen  a service or a kernel cannot listen at its address
    unbounded-team  a team scored or conceded no goal, so it has no estimate
    unclosed-bracket  a parenthesis is not closed
    unclosed-cell  a cell of a notebook is not closed
    unclosed-quote  a quote is not closed
    unequal-columns  columns differ in length
    unexpected-argument  an argument is not expected
    unexpected-brackets  a name takes no parentheses here
    unexpected-character  a character is not expected
    unexpected-clause  a clause is not expected
    unexpected-key  a key does not apply here
    unexpected-list  a list is given where one value is needed
    unexpected-word  a word is not expected
    unfinished-write  a program stopped while it was writing to the file
    unlisted-value  a value of a column is not in the list of its categories
    unordered-classes  the learner or the regression needs classes that are ordered
    unprefixed-name  a plugin's name does not begin with the plugin
    unreadable-file  a file cannot be read
    unsupported-body  the body of a request has a type that is not taken here
    unused-key  a key has no effect with the others
    unwritable-file  a file cannot be written
    usage  the command line is wrong
    used-key  the `key=` of a report belongs to another report
    void-report  a report was voided before
    web-page  an address returned a web page instead of data
    which-athlete  several athletes fit and one is needed
    which-match  several matches fit and one is needed
    which-ski-type  pairs of several ski types fit that were never tested together, and a race is in one
    which-spot  several surf spots fit and one is needed
    worker-lost  worker processes ended before a job was done
    worker-not-started  a worker process cannot be started
    workspace-busy  another process holds the workspace
    workspace-changed  another program changed the workspace while the command ran
    workspace-damaged  the workspace is damaged
    workspace-failed  the workspace failed
    workspace-full  the disk is full
    workspace-newer  the workspace was written by a newer podium
    workspace-no-locks  the file system of the workspace has no locks
    workspace-read-only  the workspace cannot be written
    workspace-unreadable  the workspace cannot be opened
    wrong-arguments  a function has the wrong number of arguments
    wrong-column-type  a column has a type that cannot be used here
    wrong-function  a function of many rows is used where rows are tested one by one
    wrong-name  a program's name differs from that in its `plugin.json`
    wrong-protocol  a program uses a different version of the protocol
    wrong-state  a match is in a state that does not allow this
    wrong-target  the learner does not predict this kind of target
    wrong-type  an operator or function has a value of the wrong type
    wrong-width  a model was fitted on a different number of features
    """
}
