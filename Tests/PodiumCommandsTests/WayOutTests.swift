import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// Words of other tools, and the advice in their errors.
struct WayOutTests {
  /// The error of the last line.
  private func error(_ lines: String...) throws -> Diagnostic {
    var session = CommandFixture.session(folder: TemporaryFolder().path)
    for line in lines.dropLast() { #expect(session.report(line)?.error == nil, "\(line)") }
    let report = session.report(lines.last ?? "")
    return try #require(report?.error, "\(lines)")
  }

  @Test(arguments: [
    ("where species == \"setosa\"", "filter EXPR"), ("group by species", "summarize"), ("arrange wind", "sort COLUMN"),
    ("mutate x = a*b", "derive NAME"), ("let y = a + b", "derive NAME"), ("merge other", "join TABLE"),
    ("select species", "keep COLUMN"), ("melt a b", "unpivot"), ("crosstab a b", "count COLUMN"),
    ("train tree", "fit LEARNER"),
    ("Summary", "describe"), ("ls x=", "datasets"), ("rank last 017 006", "ski rank"),
    ("frobnicate", "type 'help' for the commands"),
  ])
  func `a word of another tool gets the podium command as advice, whatever follows it`(_ line: String, _ help: String)
    throws
  {
    let error = try error("load iris", line)
    #expect(error.code == "unknown-command", "\(line): \(error.message)")
    #expect(error.help?.contains(help) == true, "\(line): \(error.help ?? "")")
    #expect(error.span?.start == 0)
  }

  @Test(arguments: [
    ("boxplot y", "plot box y"), ("boxplot(y ~ g)", "plot box y g"), ("t.test(y ~ g)", "test y by=g"),
    ("ttest y, by(g)", "test y by=g"), ("wilcox.test(y ~ g, data=df)", "test y by=g"), ("aov(y ~ g)", "test y by=g"),
    ("oneway y g", "test y by=g"), ("ranksum y, by(g)", "test y by=g"), ("kruskal.test(y ~ g)", "test y by=g"),
    ("test(y ~ g)", "test y by=g"), ("head(df)", "head"), ("head(df, 5)", "head 5"), ("df.head()", "head"),
    ("summarize y, detail", "describe y"), ("codebook y", "describe y"), ("tabstat y, by(g)", "by g: describe y"),
    ("bysort g: summarize y", "by g: describe y"),
    ("plot y by g", "plot y g"), ("tab g", "count g"), ("tabulate g z", "count g z"),
    ("table(df$g, df$z)", "count g z"),
    ("chisq.test(g, z)", "count g z"), ("cor(x, y)", "correlate x y"), ("cor.test(x,y)", "correlate x y"),
    ("pwcorr x y z", "correlate x y z"), ("lm(y ~ x + z)", "regress y x z"), ("regress y ~ x + z", "regress y x z"),
    ("regress y x, robust", "regress y x se=robust"),
    ("read.csv(\"t.csv\")", "load t.csv"), ("pd.read_csv('t.csv')", "load t.csv"), ("df[\"x\"]", "head columns=x"),
    ("df[[\"x\", \"y\"]]", "head columns=x,y"), ("df.sort_values(\"x\")", "sort x"),
    ("df.sort_values(\"x\", ascending=False)", "sort desc=x"), ("as.numeric(g)", "type g number"),
    ("destring g", "type g number"), ("tapply(y, g, mean)", "by g: summarize mean = mean(y)"),
    ("browse x", "head columns=x"),
    ("duplicates drop", "distinct"), ("hist(y)", "plot hist y"),
    // Stata
    ("regress y x, vce(cluster g)", "regress y x se=cluster group=g"), ("reg y i.g c.x, r", "regress y g x se=robust"),
    ("areg y x, absorb(g)", "regress y x se=cluster group=g"), ("sum y x if z > 0, d", "describe y x if z > 0"),
    ("by g: su y", "by g: describe y"), ("quietly reg y x", "quiet: regress y x"),
    ("gen w = x + 1", "derive w = x + 1"),
    ("gen double w = log(x + 1) if x > 2", "derive w = log(x + 1) if x > 2"),
    ("egen m = mean(y), by(g)", "by g: derive m = mean(y)"), ("bysort g: egen m = total(y)", "by g: derive m = sum(y)"),
    ("gsort -y", "sort desc=y"), ("list y x in 1/5", "head columns=y,x in 1..5"),
    ("list if y > 2 & x < 3", "head if y > 2 and x < 3"),
    ("head in 1/5", "head in 1..5"), ("count if y > 2", "= count(y > 2)"),
    ("tab g, sum(y)", "by g: summarize mean = mean(y), sd = sd(y), n = n(y)"),
    ("collapse (mean) y (sd) x, by(g)", "by g: summarize y_mean = mean(y), x_sd = sd(x)"),
    ("xtile q = y, nq(4)", "derive q = ceil(rank(y) * 4 / n(y))"), ("scatter y x", "plot scatter x y"),
    ("twoway (scatter y x) (lfit y x)", "plot scatter x y trend=yes"), ("graph bar y, over(g)", "plot bar g y=y"),
    ("graph box y, over(g)", "plot box y g"), ("histogram y, bin(5)", "plot hist y bins=5"),
    ("use t.csv, clear", "load t.csv"),
    ("import delimited using t.csv", "load t.csv"), ("set seed 7", "set seed=7"), ("set.seed(7)", "set seed=7"),
    ("duplicates drop g, force", "distinct g"), ("di 2*3", "= 2*3"), ("ds", "columns"),
    // R
    ("summary(lm(y ~ x, data = df))", "regress y x"), ("mod1 <- lm(y ~ x)", "regress y x as mod1"),
    ("prop.table(table(df$g))", "count g"), ("chisq.test(table(df$g, df$z))", "count g z"),
    ("TukeyHSD(aov(y ~ g))", "test y by=g each=yes"),
    ("aggregate(y ~ g, data = df, FUN = mean)", "by g: summarize mean = mean(y)"),
    ("df %>% group_by(g) %>% summarise(m = mean(y))", "by g: summarize m = mean(y)"),
    ("df |> filter(y > 2)", "filter y > 2"), ("df[df$y > 2, ]", "filter y > 2"),
    ("df[order(df$y), ]", "sort y"), ("subset(df, y > 2)", "filter y > 2"), ("df$w <- df$x + 1", "derive w = x + 1"),
    ("mutate(df, w = x + 1)", "derive w = x + 1"), ("mean(df$y)", "= mean(y)"),
    ("quantile(df$y, 0.9)", "= quantile(y, 0.9)"),
    ("barplot(table(df$g))", "plot bar g"), ("readr::read_csv(\"t.csv\")", "load t.csv"),
    ("df <- read.csv(\"t.csv\")", "load t.csv as df"),
    // pandas
    ("df[\"y\"].mean()", "= mean(y)"), ("df.g.value_counts()", "count g"),
    ("df.groupby(\"g\")[\"y\"].mean()", "by g: summarize mean = mean(y)"),
    ("df.groupby(\"g\").agg({\"y\": \"mean\"})", "by g: summarize mean = mean(y)"),
    ("df.groupby(\"g\").size()", "count g"),
    ("df.query(\"y > 2\")", "filter y > 2"), ("df[df[\"y\"] > 2]", "filter y > 2"),
    ("df.loc[df.y > 2, \"x\"]", "filter y > 2"),
    ("df.iloc[0:5]", "head 5"), ("df.drop(columns=[\"x\"])", "drop x"),
    ("df.rename(columns={\"x\": \"w\"})", "rename x w"),
    ("df[\"w\"] = df[\"x\"] + 1", "derive w = x + 1"), ("df.isna().sum()", "missing"),
    ("pd.crosstab(df.g, df.z)", "count g z"),
    ("len(df)", "= n()"), ("print(df)", "head"), ("plt.scatter(x, y)", "plot scatter x y"),
    ("sns.boxplot(x=\"g\", y=\"y\", data=df)", "plot box y g"), ("df.corr()", "correlate"),
    // SPSS, Julia and SQL
    ("FREQUENCIES VARIABLES=g.", "count g"), ("DESCRIPTIVES VARIABLES=y x.", "describe y x"),
    ("T-TEST GROUPS=g /VARIABLES=y", "test y by=g"), ("CROSSTABS /TABLES=g BY z", "count g z"),
    ("ONEWAY y BY g", "test y by=g"),
    ("COMPUTE w = x + 1.", "derive w = x + 1"), ("REGRESSION /DEPENDENT y /METHOD=ENTER x", "regress y x"),
    ("SORT CASES BY y", "sort y"), ("combine(groupby(df, :g), :y => mean)", "by g: summarize mean = mean(y)"),
    ("sort!(df, :y)", "sort y"), ("first(df, 5)", "head 5"), ("CSV.read(\"t.csv\", DataFrame)", "load t.csv"),
    ("SELECT * FROM t", "sql \"SELECT * FROM t\""), ("FROM t SELECT y", "sql \"SELECT y FROM t\""),
    ("SHOW TABLES", "datasets"),
    ("DESCRIBE t", "describe"), (".tables", "datasets"),
    // SAS
    ("proc means data=t; var y; run;", "describe y"), ("proc means; class g; var y;", "by g: describe y"),
    ("proc freq; tables g*z; run;", "count g z"), ("proc freq tables g*z", "count g z"), ("proc sort by x", "sort x"),
    ("proc sort data=t out=s; by descending x; run;", "sort desc=x"), ("proc print data=t (obs=5); run;", "head 5"),
    ("proc reg; model y = x z; run;", "regress y x z"), ("proc ttest; class g; var y;", "test y by=g"),
    ("proc sgplot data=t; vbox y / category=g; run;", "plot box y g"), ("proc corr; var x y; run;", "correlate x y"),
    ("data b; set a; if x>3; run;", "keep if x>3"),
    ("data b; set t; w = x + 1; keep w x; run;", "derive w = x + 1; keep w x"),
    // Products, pairs, one mean, each two groups
    ("lm(y ~ x*g)", "regress y interact=x,g"), ("regress y c.x##i.g", "regress y interact=x,g"),
    ("regress y x*g", "regress y interact=x,g"), ("lm(y ~ x*z*g)", "regress y interact=x,z,g ways=3"),
    ("lm(y ~ x*z + x*g)", "derive x_z = x * z; regress y z x_z interact=x,g"),
    ("regress y x*z x*g", "derive x_z = x * z; regress y z x_z interact=x,g"), ("filter(df, y > 2)", "filter y > 2"),
    ("quantile(y, c(.25, .75))", "summarize q25 = quantile(y, 0.25), q75 = quantile(y, 0.75)"),
    ("remove duplicates", "distinct"),
    ("lm(y ~ g + x + I(x^2))", "regress y g interact=x,x"), ("regress y c.x##c.x", "regress y interact=x,x"),
    ("lm(y ~ z + factor(g), data = df)", "regress y z g"),
    ("regress y x if g==\"a\", robust", "regress y x se=robust if g==\"a\""), ("ttest x == z", "test x z"),
    ("ttest y == 2", "test y mean=2"), ("t.test(df$x, df$z, paired = TRUE)", "test x z"),
    ("t.test(x, mu = 2)", "test x mean=2"), ("stats.ttest_rel(df.x, df.z)", "test x z"),
    ("pairwise.t.test(df$y, df$g)", "test y by=g each=yes"), ("oneway y g, bonferroni", "test y by=g each=yes"),
    ("tab g z, row", "count g z share=row"), ("prop.table(table(df$g, df$z), 1)", "count g z share=row"),
    ("pd.crosstab(df.g, df.z, normalize=\"index\")", "count g z share=row"),
    // Missing values and functions
    ("replace z = . if z == 3", "replace z = missing() if z == 3"), ("drop if z == .", "drop if missing(z)"),
    ("keep if inlist(g, \"a\", \"b\")", "keep if among(g, \"a\", \"b\")"),
    ("filter substr(g, 1, 1) == \"a\"", "filter part(g, 1, 1) == \"a\""),
    ("gen lx = log10(x + 1)", "derive lx = log(x + 1) / log(10)"),
    ("gen hi = cond(x > 2, 1, 0)", "derive hi = choose(x > 2, 1, 0)"),
    ("bysort g: gen n = _n", "by g: derive n = cumsum(1)"),
    ("bysort g (x): gen d = y - y[_n-1]", "by g: derive d = y - lag(y) order=x"),
    (
      "egen m = rowmean(x y)",
      "derive m = (coalesce(x, 0) + coalesce(y, 0)) / (choose(missing(x), 0, 1) + choose(missing(y), 0, 1))"
    ),
    ("df[\"w\"] = df[\"x\"].rolling(3).mean()", "derive w = rolling(mean, x, 3)"),
    ("df[\"w\"] = df.x.shift(1)", "derive w = lag(x, 1)"),
    (
      "recode z (0 1 = 0) (2/4 = 1), gen(hi)",
      "derive hi = choose(among(z, 0, 1), 0, choose(between(z, 2, 4), 1, z))"
    ),
    ("collapse (mean) m=y (p25) x, by(g)", "by g: summarize m = mean(y), x_p25 = quantile(x, 0.25)"),
    ("=COUNTIFS(g, \"a\", x, \">2\")", "= count(g == \"a\" and x > 2)"),
    // Order and pictures
    ("sort g -y", "sort g y desc=y"), ("arrange(df, g, desc(y))", "sort g y desc=y"),
    ("twoway line y x", "plot line y x=x"), ("scatter y x, by(g)", "plot scatter x y facet=g"),
    ("histogram y, by(g)", "plot hist y facet=g"),
    ("ggplot(df, aes(x, y, color = g)) + geom_point()", "plot scatter x y color=g"),
    ("ggplot(df, aes(g, y)) + geom_boxplot()", "plot box y g"),
    // data.table, dplyr, pandas, SPSS and Excel on the second day
    ("dt[, .(m = mean(y)), by = g]", "by g: summarize m = mean(y)"), ("dt[, .N, by = g]", "by g: summarize n = n()"),
    ("dt[, w := x + 1]", "derive w = x + 1"), ("df %>% select(-z)", "drop z"),
    ("df %>% filter(g %in% c(\"a\", \"b\"))", "filter among(g, \"a\", \"b\")"),
    ("df %>% mutate(hi = if_else(x > 2, 1, 0))", "derive hi = choose(x > 2, 1, 0)"),
    (
      "df.groupby(\"g\").agg(m=(\"y\", \"mean\"), n=(\"y\", \"size\"))", "by g: summarize m = mean(y), n = n()"
    ),
    ("SORT CASES BY g (A) y (D).", "sort g y desc=y"), ("SELECT IF (y > 2).", "keep if y > 2"),
    ("=SUMIFS(y, g, \"a\")", "= sum(y) if g == \"a\""), ("=AVERAGE(y)", "= mean(y)"),
    ("=IF(x>2,\"hi\",\"lo\")", "derive NAME = choose(x>2, \"hi\", \"lo\")"),
    ("rename (x y) (a b)", "rename x a y b"), ("keep y-z", "keep y:z"),
    ("mean y, over(g)", "by g: summarize mean = mean(y), sd = sd(y), n = n(y)"),
    // Words of podium's own verbs in another order
    ("pca x z", "pca 2 x z"), ("head y x", "head columns=y,x"), ("test y g", "test y by=g"),
    ("describe y by g", "by g: describe y"), ("regress y = x + z", "regress y x z"), ("bin x 3", "bin x count=3"),
    ("sort by x desc", "sort desc=x"), ("correlate y* with z", "correlate y* z"), ("columns y*", "describe y*"),
    ("plot pie g", "plot bar g"), ("plot violin y g", "plot box y g"), ("plot g y x", "plot scatter y x color=g"),
    ("plot y by=g", "plot y x=g"), ("plot hist y breaks=5", "plot hist y bins=5"),
    ("by g: summarize m = mean(x*)", "by g: summarize x_mean = mean(x)"),
    ("summarize median(y:x)", "summarize y_median = median(y), x_median = median(x)"),
    ("plot x y xlab=metres", "plot x y xtitle=metres"), ("plot scatter x y by=g", "plot scatter x y color=g"),
    // Words in two parts, and statistics
    ("t test y by g", "test y by=g"), ("ttest y by g", "test y by=g"), ("linear regression y x", "regress y x"),
    ("cross table g z", "count g z"), ("chi2 g z", "count g z"), ("chi-square g z", "count g z"),
    ("box plot y g", "plot box y g"), ("bar g", "plot bar g"), ("median y", "= median(y)"),
    ("mean y by g", "by g: summarize mean = mean(y)"), ("percentile y 90", "= quantile(y, 0.9)"),
    ("correlation x y", "correlate x y"), ("tostring y, replace", "type y text"), ("factor(df$g)", "type g category"),
    ("round(mean(df$y), 2)", "= round(mean(y), 2)"), ("toupper(df$g)", "derive NAME = upper(g)"),
    ("quantile(df$x)", "describe x"), ("append using t.csv", "load t.csv; use t; bind t"), ("count", "= n()"),
    ("list x in 20/l", "head columns=x in 20.."), ("graph twoway line y x", "plot line y x=x"),
    ("df[\"g\"].nunique()", "= distinct(g)"), ("np.corrcoef(df.x, df.z)", "correlate x z"),
    ("stats.chi2_contingency(pd.crosstab(df.g, df.z))", "count g z"), ("use t.csv", "load t.csv"),
    // No column is replaced unless the line names it as a column of the table.
    ("x = 5", "= 5 as x"), ("x <- mean(y)", "= mean(y) as x"), ("w <- 3", "= 3 as w"),
    ("x <- y * 2", "derive x_new = y * 2"),
    ("w = y * 2", "derive w = y * 2"), ("gen x = y + 1", "derive x_new = y + 1"), ("let x = 5", "derive x_new = 5"),
    ("df$x <- 5", "replace x = 5"), ("df[\"x\"] = 5", "replace x = 5"), ("compute x = 5", "replace x = 5"),
    ("count(*)", "= n()"), ("rename y=w, x=v", "rename y w x v"), ("rename w=y", "rename y w"),
    ("data(iris)", "load iris"), ("filter (x > 1 && y > 2)", "filter (x > 1 and y > 2)"),
    ("count(t, g)", "count g"), ("distinct(t, g)", "distinct g"), ("pull(t, y)", "head columns=y"),
    ("with(t, table(g, z))", "count g z"), ("replace y = 0 if y == .", "replace y = 0 if missing(y)"),
    ("GET FILE='t.csv'.", "load t.csv"), ("SAVE OUTFILE='u.sav'.", "save u.sav"),
    ("T-TEST GROUPS=g('a' 'b') /VARIABLES=y.", "test y by=g"), ("EXAMINE VARIABLES=y BY g.", "by g: describe y"),
    ("CROSSTABS /TABLES=g BY z /STATISTICS=CHISQ PHI.", "count g z"),
    ("LOGISTIC REGRESSION VARIABLES y WITH x z.", "regress y x z"), ("cross tabulation g z", "count g z"),
    ("missing values", "missing"),
    ("SELECT IF y > 2.", "keep if y > 2"), ("SELECT IF (y > 2) AND (x > 1).", "keep if (y > 2) and (x > 1)"),
    ("SPLIT FILE BY g.", "by g: describe"), ("RENAME VARIABLES (y=w).", "rename y w"),
    ("df.where(df.y > 2)", "filter y > 2"), ("FILTER BY y.", "filter y != 0"),
    ("ADD FILES FILE=* /FILE='t.csv'.", "load t.csv; use t; bind t"),
    ("df.replace(6, np.nan)", "replace y = missing() if y == 6"),
    ("if y > 2 then w = 1; else w = 0;", "derive w = choose(y > 2, 1, 0)"),
    ("data u; set t; if y > 2 then x = 1; run;", "replace x = 1 if y > 2"),
    // Two words, and commas that are missing
    ("drop duplicates", "distinct"), ("drop duplicates g", "distinct g"), ("head -n 3", "head 3"),
    ("summarize mean(y) sd(y)", "summarize mean = mean(y), sd = sd(y)"),
    ("by g: summarize mean(y) mean(x)", "by g: summarize mean_y = mean(y), mean_x = mean(x)"),
    ("derive a=x+1, b=y+1", "derive a=x+1; derive b=y+1"), ("derive a = x b = y", "derive a = x; derive b = y"),
    ("summarize q=quantile(y, 0.9) sx=sd(x)", "summarize q=quantile(y, 0.9), sx=sd(x)"),
    ("by g: summarize m = mean(y) s = sd(y) k = n()", "by g: summarize m = mean(y), s = sd(y), k = n()"),
  ])
  func `a line of another tool is answered with podium's, which runs`(_ line: String, _ way: String) throws {
    let folder = TemporaryFolder()
    var session = CommandFixture.session(folder: folder.path)
    let rows = (0..<24).map { "\($0 % 7),\($0 % 5),\($0 % 3),\(["a", "b", "c", "d", "e", "f"][$0 % 6])\n" }.joined()
    try session.services.files.write(
      Array(("y,x,z,g\n" + rows).utf8), to: folder.path + "/t.csv", shown: "t.csv", mode: .new)
    #expect(session.report("load t.csv")?.error == nil)
    let error = try #require(session.report(line)?.error, "\(line)")
    #expect(error.help == "write: " + way, "\(line): \(error.help ?? "")")
    #expect(session.report(way)?.error == nil, "\(way)")
  }

  @Test(arguments: [
    ("tab", "count COLUMN"), ("oneway", "test COLUMN by="), ("egen", "derive"), ("tabstat", "describe"),
    ("isid id", "distinct"), ("inspect", "describe"), ("ci", "plot bar"), ("pivot_table", "pivot COLUMN"),
    ("pivottable", "pivot COLUMN"), ("vlookup", "join TABLE"), ("countif", "= count("), ("sumif", "= sum("),
    ("list", "head"), ("import excel", "load FILE"), ("plugin install parquet", "podium plugin install parquet"),
    ("tabulate", "count COLUMN"), ("t.test(nope ~ nothing)", "test COLUMN by="), ("df[\"nope\"]", "head columns="),
  ])
  func `a word of another tool has advice, and no verb that only looks like it`(_ line: String, _ help: String) throws {
    let error = try error("load iris", line)
    #expect(error.help?.contains(help) == true, "\(line): \(error.help ?? "")")
    #expect(
      !error.message.contains("did you mean") || ["countif", "plugin install parquet"].contains(line),
      "\(line): \(error.message)")
  }

  @Test(arguments: [
    ("data.table::setorder(df, x)", "sort COLUMN"), ("df %>% slice_sample(n = 5)", "sample N"),
    ("df |> add_count(g)", "derive n = n()"), ("df.explode(\"g\")", "split"), ("df.eval(\"w = 1\")", "derive"),
    ("np.log1p(x)", "log(1 + COLUMN)"), ("df.memory_usage()", "describe"), ("contract g", "count COLUMN"),
    ("tibble::rownames_to_column(df)", "cumsum(1)"), ("winsor2 y", "min(max("), ("expand 2", "bind"),
    ("lowess y x", "trend=yes"), ("janitor::clean_names(df)", "rename"), ("forcats::fct_lump(g)", "level"),
    ("dplyr::n_distinct(g)", "describe"), ("svyset g", "se=cluster"),
    ("testparm i.g", "joint="), ("proc format", "describe, count"),
    ("margins", "regress"), ("lmer", "se=cluster"), ("signrank y = x", "pairs=ID"), ("shapiro.test(y)", "plot hist"),
    ("factor y x", "pca"), ("kmeans(df, 3)", "pca"), ("pctile y", "quantile"), ("df.dropna()", "missing(COLUMN)"),
    ("df.shape", "columns"),
    ("from sklearn import svm", "plugins"), ("train_test_split(x, y)", "cv LEARNER"),
    ("foreach v of varlist a b", "a verb takes"),
    ("preserve", "undo"), ("text to columns", "split"), ("= COUNTIF(species, 1)", "= count(species"),
    ("= VLOOKUP(species, 1)", "join TABLE"), ("=AVERAGE(A1:A10)", "= mean(COLUMN)"), ("cd /tmp", "../"),
    ("rm(list = ls())", "'workspace remove'"), ("saveRDS(df, \"x.rds\")", "save FILE"),
    ("df.quantile(0.9)", "= mean(COLUMN)"), ("RandomForestClassifier()", "learners"),
    ("cbind(df, other)", "join TABLE"),
    ("append using b.csv", "load b.csv"), ("VARSTOCASES /MAKE v FROM x y.", "unpivot"),
    ("CASESTOVARS /ID=g.", "pivot COLUMN"), ("MATCH FILES /FILE=*", "join TABLE"), ("df.set_index(\"g\")", "row index"),
    ("slice_max(y, n = 3)", "sort desc=COLUMN"), ("df.resample(\"M\")", "month(DAY)"),
    ("df[\"g\"].map({\"a\": 1})", "choose(COLUMN"), ("df[\"y\"].fillna(0)", "missing(COLUMN)"),
    ("poisson y x", "counts"), ("do file.do", "'source FILE'"), ("log using x.log", "'notebook save FILE'"),
    ("svm(species ~ ., data = df)", "write: label species; cv svm"), ("knn(3)", "write: cv knn"),
    ("randomForest(species ~ petal_width_cm)", "write: label species; features petal_width_cm; cv forest"),
    (":q", "write: quit"), ("left join b", "join TABLE"), ("forest", "'cv forest'"),
    ("petal_width_cm", "'describe petal_width_cm'"), ("version", "--version"),
    ("findit ttest", "searches the help"), ("bootstrap, reps(100): mean y", "folds=bootstrap"),
    ("wine", "write: load wine"), ("help(lm)", "write: help lm"), ("exit, clear", "write: exit"),
    ("= CORREL(petal_width_cm, 1)", "correlate"), ("sysuse auto", "load NAME"),
    ("pivot table", "using=mean"), ("label variable petal_width_cm \"Width\"", "rename COLUMN NAME"),
    ("predict yhat", "fit one, as in: fit tree"), ("how many rows", "= n()"), ("row 5", "head in 5..5"),
  ])
  func `a word without a line of its own names the verb`(_ line: String, _ help: String) throws {
    let error = try error("load iris", line)
    #expect(error.help?.contains(help) == true, "\(line): \(error.help ?? "")")
  }

  @Test func `what a page is not named after is found by its words`() {
    var session = CommandFixture.session(folder: TemporaryFolder().path)
    for (line, start) in [
      ("?\"t test\"", "  test "), ("help t test", "  test "), ("?lm", "no page is named 'lm'; regress COLUMN"),
    ] {
      guard case .text(let text)? = session.report(line)?.outputs.first else {
        Issue.record("\(line) shows no page")
        continue
      }
      let page = text.split(separator: "\n").first { !$0.hasPrefix("no page") || !start.hasPrefix("  ") } ?? ""
      #expect(page.hasPrefix(start), "\(line): \(text)")
    }
  }

  @Test(arguments: ["SUM", "AVERAGE", "STDEV", "IF"])
  func `a function in capitals is unknown before its columns are looked at`(_ name: String) throws {
    let found = try error("load iris", "= \(name)(petal_width_cm\(name == "IF" ? " > 1, 1, 0" : ""))")
    #expect(found.code == "unknown-function" && found.message.hasPrefix("unknown function '\(name)'"))
  }

  @Test(arguments: [
    ("help leak-alone", "do    Ask when"), ("help leak-duplicate", "'distinct' keeps one"),
    ("help leak-time", "folds=rolling"), ("?\"currency\"", "type"), ("?\"ttest\"", "test"), ("help ttest", "test"),
    ("help today", "example: = today()"), ("help abs", "example: derive y = abs(x)"),
    ("help parquet", "podium plugin install parquet"), ("help mcc", "measure=mcc"), ("help recall", "class=CLASS"),
    ("help rmse", "smaller is better"), ("help measures", "roc_auc"), ("help stratified", "cv tree folds=stratified"),
    ("help ski.tau", "evaluators=ski.tau"),
  ])
  func `help has a page for it`(_ line: String, _ part: String) {
    var session = CommandFixture.session(folder: TemporaryFolder().path)
    guard case .text(let text)? = session.report(line)?.outputs.first else {
      Issue.record("\(line) shows no page")
      return
    }
    #expect(text.contains(part), "\(line): \(text)")
    #expect(!text.contains("load table.parquet"))
    #expect(!line.contains("leak-") || !text.contains("leak-copy"))
  }

  @Test func `every code of the leak guard has a page`() {
    var session = CommandFixture.session(folder: TemporaryFolder().path)
    for code in LeakFinding.Code.allCases.map(\.rawValue) + ["leak-group", "leak-time", "leak-shaped"] {
      guard case .text(let text)? = session.report("help \(code)")?.outputs.first else {
        Issue.record("\(code) has no page")
        continue
      }
      #expect(text.hasPrefix("\(code): a code of the leak guard") && text.count < 2000, "\(text)")
    }
  }

  @Test func `after a known verb, its own error is reported`() throws {
    #expect(try error("load iris", "cv tree k = 5").code == "blank-around-equals")
    #expect(try error("time: cv tree k = 5").code == "blank-around-equals")
    #expect(try error("ski rank k = 5").code == "blank-around-equals")
  }

  @Test(arguments: ["if", "in", "as", "to", "by", "where"])
  func `help explains the keywords of the grammar`(_ word: String) {
    var session = CommandFixture.session(folder: TemporaryFolder().path)
    for line in ["help " + word, "?" + word] {
      let report = session.report(line)
      #expect(report?.error == nil, "\(line): \(report?.error?.message ?? "")")
      guard case .text(let text)? = report?.outputs.first else {
        Issue.record("\(line) shows no page")
        continue
      }
      #expect(text.contains("COMMAND") || text.contains("after 'if'"), "\(line): \(text)")
    }
  }

  @Test func `the error of too many folds gives the maximum`() throws {
    #expect(try error("load iris", "label species", "cv zeror k=1000").help == "choose k=50 or less")
    #expect(try error("load iris", "label species", "cv zeror k=51").help == "choose k=50 or less")
    #expect(try error("load iris", "label species", "cv zeror folds=kfold k=151").help == "choose k=150 or less")
    #expect(
      try error("load ski-thesis", "label", "cv zeror folds=group group=grinding k=5").help?
        .contains("choose k=4 or less") == true)
  }

  @Test func `the error of a misplaced word shows where it belongs`() throws {
    #expect(try error("load iris", "save as roses").help == "write: save roses")
    let ready = ["load iris", "label species", "fit tree"]
    #expect(try error(ready[0], ready[1], ready[2], "predict new.csv").help?.contains("load new.csv") == true)
    #expect(
      try error("load iris", "label species", "cv zeror", "assert accuracy > 0.1").help?.contains("_.accuracy") == true)
    #expect(try error("load iris", "label species", "assert acuracy > 0.1").help?.contains("_.") != true)
    #expect(try error("undo").help?.contains("workspace changes") == true)
  }

  private func shown(_ lines: String...) throws -> String {
    var session = try #require(CommandFixture.session().session.apart())
    var last = ""
    for line in lines { last = session.report(line).map { TextRenderer(style: .plain).render($0) } ?? "" }
    return last
  }

  @Test func `what is shown can be typed`() throws {
    let ready = ["load iris", "label species"]
    #expect(try shown(ready[0], ready[1], "pca k=2").contains("recipe: pca k=2"))
    #expect(try shown(ready[0], ready[1], "select-features k=2 by=mutual").contains("select-features by=mutual k=2"))
    #expect(try error(ready[0], "pca 2 k=3").code == "unknown-key")
    #expect(try shown(ready[0], "pca 9").contains("4 features of numbers give at most 4 components"))
    #expect(try !shown(ready[0], "pca 4").contains("at most"))
    #expect(try shown(ready[0], ready[1], "cv zeror k=5 as t", "$t.accuracy").contains("0.333333"))
    #expect(try shown(ready[0], ready[1], "cv zeror k=5", "_.accuracy").contains("0.333333"))
    #expect(try shown(ready[0], ready[1], "cv zeror k=5 as t", "$t").contains("accuracy"))
    #expect(try error(ready[0], "$no.accuracy").code == "unknown-result")
    #expect(try error(ready[0], "keep type=nonsense").help?.contains("integer") == true)
    #expect(try error(ready[0], "keep type=date").code == "unknown-column")
  }

  @Test func `cv shows first the measure that is asked for`() throws {
    let ready = ["load iris", "label species"]
    let lines = try shown(ready[0], ready[1], "cv tree k=5 class=virginica measure=f1").split(separator: "\n")
    let measures = lines.drop { !$0.hasPrefix("measure") }.dropFirst()
    #expect(measures.first?.hasPrefix("f1 ") == true, "\(lines)")
    #expect(try error(ready[0], ready[1], "cv tree k=5 measure=f2").code == "bad-value")
  }
}
