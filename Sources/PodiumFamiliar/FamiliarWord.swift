internal import PodiumPlugin

/// Words of other tools for things that podium names differently or cannot do.
package enum FamiliarWord {
  /// Advice for an unknown verb that people know from other tools; nil for other words.
  package static func help(_ verb: String) -> String? { hints[verb.lowercased()] }

  private static let hints: [String: String] = {
    var (hints, words) = ([String: String](), [Substring]())
    for line in list.split(separator: "\n") {
      guard line.hasPrefix("  ") else {
        words += line.split(separator: " ")
        continue
      }
      for word in words { hints[String(word)] = String(line.dropFirst(2)) }
      words = []
    }
    return hints
  }()

  /// Words, and indented below them what to type instead.
  private static let list = #"""
    where subset query rows autofilter isin
      'filter EXPR' hides rows, 'keep if EXPR' keeps some; a verb takes rows too: head if wind > 5
    group groupby group_by aggregate agg bysort bys tapply means combine
      name groups before a verb: by spot: summarize mean = mean(wind)
    arrange order orderby order_by setorder setorderv
      'sort COLUMN' sorts the rows
    mutate let assign transform gen generate compute with_columns eval
      'derive NAME = EXPR' adds a column
    proc
      describe, count, regress, test, sort and head do what MEANS, FREQ, REG, TTEST, SORT and PRINT do, 'by GROUPS:' what CLASS does
    tostring decode as.character
      'type COLUMN text' makes texts of a column
    tsset
      'role COLUMN time' marks the column that orders the rows
    update
      'replace COLUMN = EXPR if CONDITION' changes cells
    recode mvdecode labelled label_values recode_factor fct_recode mapvalues
      replace COLUMN = missing() if COLUMN == -9; derive NAME = choose(COLUMN == 1, "yes", "no") gives values other names
    format strftime recast
      round(x, 2) rounds; year(day), month(day) and weekday(day) are parts of a date; numbers are shown as they need
    posthoc post-hoc pwmean pwcompare bonferroni scheffe tukey tukey_hsd holm emmeans lsmeans contrast
      test COLUMN by=GROUPS each=yes compares each two groups, with p corrected by Holm
    interaction interactions moderation
      regress COLUMN OTHER… interact=A,B adds the product of two columns, A,A the square
    ttest_rel ttest_1samp paired one-sample
      test A B compares two columns row by row, test COLUMN mean=NUMBER a mean with a number
    ggsave savefig saveas imwrite exportgraphics
      plot … to FILE.svg, .png or .pdf saves a picture; show to FILE.svg the last one
    facet facet_wrap facet_grid facetgrid subplot subplots panels small_multiples
      plot scatter COLUMN COLUMN facet=GROUPS, or by GROUPS: plot hist COLUMN, draws a panel for each group
    xscale yscale loglog semilogx semilogy logscale
      plot scatter COLUMN COLUMN log=x,y
    rolling rollmean movavg cumsum cumulative lag lead shift diff row_number
      derive NAME = rolling(mean, COLUMN, 7) order=DAY; cumsum(x), lag(x) and lead(x) too, within the groups of 'by'
    rowmean rowmeans rowtotal rowsums rowsum across
      derive NAME = (coalesce(a, 0) + coalesce(b, 0)) / 2 calculates across columns
    rename_with clean_names rename_axis
      'rename OLD NEW', and for several columns: rename petal_* p_*
    substr substring strlen tolower toupper gsub str_replace grepl paste paste0
      derive NAME = part(TEXT, 1, 3); upper, lower, length, replace, contains, starts and ends too; + joins texts
    merge match left_join inner_join left right inner outer lookup vlookup xlookup
      'join TABLE on=COLUMN' adds the columns of another table
    cbind bind_cols hstack column_stack
      'join TABLE on=COLUMN' adds the columns of another table, 'derive NAME = EXPR' one that is computed
    append concat rbind union stack expand expandcl uncount
      'bind TABLE' adds the rows of another table
    melt gather pivot_longer reshape varstocases
      'unpivot COLUMN…' turns columns into rows
    cast spread pivot_wider dcast casestovars
      'pivot COLUMN values=COLUMN' turns values into columns
    dedup unique deduplicate duplicates isid drop_duplicates duplicated
      'distinct COLUMN…' keeps one row of each combination of values and counts the others
    cut discretize
      'bin COLUMN width=…' cuts numbers into bins
    remove delete
      'drop COLUMN' drops columns, 'drop if EXPR' drops rows
    select
      'keep COLUMN…' keeps columns
    crosstab crosstabs frequencies tab tab1 tab2 tabulate freq value_counts table prop.table contract add_margins
    levelsof levels value_labels
      'count COLUMN' counts values, 'count COLUMN OTHER' makes a cross table
    chisq.test fisher.test chi2 chisq chisquare chi-square chi2_contingency fisher tabi
      'count COLUMN OTHER' makes a cross table with its tests
    pivot_table pivottable pivot
      'pivot COLUMN values=OTHER using=mean' makes a column of each value; by GROUPS: summarize mean = mean(COLUMN)
    countif countifs
      '= count(CONDITION)' counts rows, as in: = count(wind > 5)
    sumif sumifs averageif averageifs
      a condition follows: = sum(COLUMN) if CONDITION
    egen
      by GROUPS: derive NAME = mean(COLUMN)
    destring as.numeric as.integer as.factor astype to_numeric
      'type COLUMN number' changes the type of a column
    ci
      'plot bar GROUPS COLUMN' shows means with their 95 % intervals; 'test' and 'regress' print intervals
    cor corr pwcorr cor.test correlations correlation covariance cov corrcoef reliability spearman
      'correlate COLUMN OTHER' gives correlations
    df data
      columns are named without a table: head columns=COLUMN
    sort_values gsort
      'sort COLUMN' sorts the rows, 'sort desc=COLUMN' from the greatest
    plugin
      in a shell: podium plugin install parquet; 'plugins' lists those that are there
    summary info str glimpse tabstat codebook inspect su summ descriptives examine skim stats statistics nunique
    n_unique n_distinct colmeans colsums
      'describe' summarizes the columns, 'head' shows the rows
    summarise collapse
      'summarize NAME = EXPR' makes one row for each group of 'by'
    view cat less more browse br list loc iloc slice top_n
      'head' shows the first rows: head 20
    open read read_csv fromcsv read.csv read.table read_excel read_parquet insheet libname filename get
      'load FILE' reads a table
    write write_csv write.csv to_csv dump export outsheet copy saverds to_excel to_parquet
      'save FILE' writes the table; COMMAND to FILE writes what a command prints
    linearregression logisticregression randomforestclassifier randomforestregressor randomforest decisiontreeclassifier
    rpart ranger svc xgboost xgbclassifier lightgbm lgbmclassifier gradientboostingclassifier mlpclassifier
    kneighborsclassifier gaussiannb naivebayes glmnet nnet gbm
      'learners' lists the learners; label COLUMN chooses the target, 'cv LEARNER' evaluates, 'fit LEARNER' trains
    confusion_matrix confusionmatrix classification_report
      'confusion' shows the matrix of the last evaluation, after cv LEARNER
    train learn
      'fit LEARNER' trains on all rows, 'cv LEARNER' estimates how well it predicts
    evaluate validate crossval cross_validate score
      cv LEARNER k=10 cross-validates a learner
    ls dir tables
      'datasets' lists tables; !ls lists files
    cd setwd chdir
      podium stays in the folder it was started in; a path may begin with /, ~/ or ../
    pwd getwd
      !pwd shows the folder that paths begin in
    mv cp
      !COMMAND runs a shell command
    rm del unlink
      drop COLUMN drops columns, 'workspace remove' and 'model remove' remove what is saved; !COMMAND runs a shell command
    do run execute
      'source FILE' runs a file of commands
    t transpose
      'unpivot COLUMN…' turns columns into rows, 'pivot COLUMN values=COLUMN' values into columns
    select_dtypes
      'keep type=number' keeps the columns of a type
    man doc docs h which
      'help VERB' explains a verb
    search findit lookfor apropos find
      ?"text" searches the help, 'filter EXPR' finds rows
    example demo tutorial vignette
      'help getting-started' shows the first steps
    who whos objects vars
      'datasets' lists tables, 'results' what was shown, 'model list' models, 'columns' the columns
    local global scalar macro
      COMMAND as NAME names a result, and $NAME.FIELD is one of its values; 'set' changes settings
    version
      podium --version in a shell; 'plugins' lists the plugins with theirs
    date time now today
      '= today()' and '= now()' show the day and the moment
    power sampsi pwr
      podium has no power analysis; 'learning-curve' shows what more rows bring
    bootstrap jackknife boot
      cv LEARNER folds=bootstrap repeats=200 estimates by the bootstrap
    limit top nlargest nsmallest slice_max slice_min
      'head 5' shows five rows, after 'sort desc=COLUMN' those with the greatest values
    row
      'head in 5..5' shows one row
    having
      'summarize' makes a table, of which 'filter EXPR' hides rows
    rank
      derive NAME = rank(COLUMN) numbers the values from the smallest
    add
      'derive NAME = EXPR' adds a column, 'bind TABLE' rows
    library using
      'plugins' lists the plugins
    from install.packages require pip conda ssc net
      podium needs no imports; 'plugins' lists what is installed
    import
      'load FILE' reads a table; 'plugins' lists the plugins
    hist histogram density
      plot hist COLUMN
    boxplot violin
      plot box COLUMN GROUPS
    bar pie barchart countplot
      plot bar COLUMN counts its values, y=OTHER shows means
    line area tsline
      plot line COLUMN x=OTHER
    scatter scatterplot ggplot lineplot barplot twoway graph kdensity qplot pairs picture pairplot plt sns px chart
      plot scatter COLUMN COLUMN; 'help plot' names the kinds
    regression lm glm ols logit probit reg ologit ivregress
      regress COLUMN OTHER… gives coefficients with their errors; 'fit linear' makes a model that predicts
    ttest t_test t.test anova aov oneway wilcoxon wilcox.test ranksum kruskal kruskal.test kwallis mannwhitney mcnemar
    t-test unianova npar manova ttest_ind mannwhitneyu f_oneway tukeyhsd pairwise.t.test
      test COLUMN by=GROUPS compares groups; count COLUMN OTHER tests two categories; 'compare' tests learners
    cls
      'clear' clears the screen; drop, 'workspace remove' and 'model remove' remove data
    quit() exit()
      exit leaves podium
    df.head() head()
      head
    mean avg average median sd std stddev var variance sum total max min percentile quantile iqr
      '= mean(COLUMN)' calculates one value, 'by GROUPS: summarize mean = mean(COLUMN)' one for each group
    how dim shape nrow ncol nobs names columns colnames dtypes ds len size schema index
      'columns' lists the columns, '= n()' counts the rows
    accuracy auc f1 error
      cv LEARNER k=10 cross-validates a learner and shows its measures
    print echo display calc di println disp
      '= EXPR' calculates, as in: = 2 + 2
    na.omit dropna drop_na complete.cases dropmissing fillna replace_na interpolate mice
      'drop if missing(COLUMN)' drops rows, 'replace COLUMN = 0 if missing(COLUMN)' fills them, 'impute' fills them in each fold
    isna isnull is.na misstable mdesc
      'missing' shows where values are missing
    margins marginsplot lincom estat vif esttab estimates outreg2 stargazer tidy coef confint
      'regress' prints coefficients with their intervals, 'explain' those of a fitted model; regress … to FILE writes them
    poisson nbreg stcox coxph streg survfit stset sts
      podium has no models of counts and of survival times; 'regress' takes numbers, two classes and ordered ones
    mixed xtmixed lmer lme glmer xtset xtreg areg
      regress COLUMN OTHER… se=cluster group=COLUMN corrects for rows that belong together; podium fits no mixed models
    signrank signtest friedman friedman.test mcnemar.test
      test COLUMN by=GROUPS pairs=ID compares pairs; count COLUMN OTHER pairs=ID is McNemar's test
    shapiro normaltest kstest ks_2samp qnorm pnorm qqnorm qqplot probplot shapiro.test swilk sktest ks.test levene
    bartlett.test var.test sdtest robvar
      'test' notes which assumption looks bad; plot hist COLUMN shows the distribution
    prtest prop.test binom.test bitest proportion
      'count COLUMN' gives shares, 'count COLUMN OTHER' tests two categories
    factor prcomp princomp factanal
      'pca K' adds a step that replaces features by principal components
    kmeans hclust cluster dbscan tsne umap
      podium has no clustering; 'pca K' replaces features by principal components
    xtile pctile centile quantiles ntile qcut
      '= quantile(COLUMN, 0.9)' gives one; derive NAME = ceil(rank(COLUMN) * 4 / n(COLUMN)) numbers the quarters
    sysuse webuse
      'datasets' lists the tables that come with podium; 'load NAME' loads one
    foreach forvalues for while lapply sapply map apply applymap
      a verb takes several columns (a:d, x_*), 'by GROUPS:' goes through groups; 'source FILE' runs a file of commands
    train_test_split initial_split createdatapartition cross_val_score gridsearchcv kfold
      cv LEARNER k=10 cross-validates a learner, cv LEARNER folds=holdout holds rows out, 'tune' searches hyperparameters
    case_when ifelse if_else
      derive NAME = choose(CONDITION, a, b)
    strsplit separate text
      split COLUMN at="," into=a,b makes columns of the parts of a text
    to_datetime strptime mdy dmy ymd as.date
      type COLUMN date reads days; dates=dmy or dates=mdy says how
    variable value labels label_variable label_var label_define
      'rename COLUMN NAME' renames a column, 'level COLUMN a,b,c' orders its categories
    set_names setnames
      'rename COLUMN NAME' renames a column
    fct_lump fct_infreq fct_relevel
      'level COLUMN a,b,c' orders its categories, 'replace' joins some
    mi simpleimputer
      'impute' adds a step that fills missing values in each fold
    svyset svy
      podium has no survey designs; se=cluster group=COLUMN of 'regress' corrects for clusters
    slice_sample sample_n sample_frac
      'sample N' chooses rows at random
    add_count add_tally
      by GROUPS: derive n = n() adds how many rows each group has
    explode unnest separate_rows
      split COLUMN at="," into=a,b makes columns of the parts, 'unpivot' rows
    log ln sqrt exp abs round
      derive NAME = log(COLUMN); sqrt, exp, abs and round too; 'notebook save FILE' keeps what was typed and shown
    log1p log10 expm1
      derive NAME = log(1 + COLUMN); 'help functions' lists the functions
    set_index
      'sort COLUMN', join TABLE on=COLUMN and by COLUMN: take any column; podium has no row index
    resample asfreq grouper
      derive month = month(DAY); by month: summarize mean = mean(COLUMN); year, weekday and hour too
    rownames_to_column reset_index rowid_to_column
      derive row = cumsum(1) numbers the rows
    winsor winsor2 winsorize clip
      derive NAME = min(max(COLUMN, LOW), HIGH) limits the numbers
    memory_usage
      'describe' shows rows and columns
    lowess loess lpoly geom_smooth
      plot scatter X Y trend=yes draws the trend
    testparm linearhypothesis waldtest wald_test f_test joint_tests
      regress COLUMN OTHER… joint=A,B tests the coefficients of columns together, anova=yes each column
    preserve restore
      'undo' reverts a change, 'as NAME' keeps a result as a table of its own
    create insert alter pragma
      sql "SELECT …" queries tables; 'derive', 'bind', 'rename' and 'type' change them
    mode
      set format=csv, or --format csv in a shell
    get_dummies model.matrix onehotencoder
      'encode' adds a step that makes 0/1 columns of categories
    standardscaler standardize zscore normalize
      'scale' adds a step that scales features in each fold
    set_seed seed set.seed
      set seed=7
    bye q logout
      'exit' leaves podium
    """#
}
