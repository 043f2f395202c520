#!/usr/bin/env python3
"""Uses podium in JupyterLab as a person does, in Chromium; the status is 1 where something is not as it should be.

    Tests/Jupyter/lab.py [PICTURES]

Needs jupyterlab 4 and selenium of PyPI, chromium and chromium-driver of Debian. It starts a server of its own on loopback, in a folder of
its own, and opens an exported notebook: run all, Tab, Shift-Tab, a question, progress, an interrupt, a figure in both themes, restart,
save and reload. With a folder it leaves a picture of each.
"""
import json, os, pathlib, socket, subprocess, sys, tempfile, time, urllib.request

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.common.action_chains import ActionChains

root = pathlib.Path(__file__).resolve().parents[2]
podium = root / ".build/release/podium"
pictures = sys.argv[1] if len(sys.argv) > 1 else None
problems = 0

SAMPLE = """# Flowers

A notebook of three cells.

```podium
load iris
label species
```

```podium
cv tree k=5
```

```podium
plot scatter petal_width_cm petal_length_cm
```
"""


def expect(what, is_so):
    global problems
    print(("ok  " if is_so else "NOT "), what)
    if not is_so:
        problems += 1


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Lab:
    def __init__(self, folder):
        self.folder, self.port = folder, free_port()
        home = {"HOME": folder, "JUPYTER_DATA_DIR": folder + "/data", "JUPYTER_CONFIG_DIR": folder + "/config",
                "JUPYTER_RUNTIME_DIR": folder + "/run", "XDG_DATA_HOME": folder + "/share"}
        env = {**os.environ, **home}
        subprocess.run([podium, "kernel", "install", "--user"], check=True, env=env, stdout=subprocess.DEVNULL)
        os.makedirs(folder + "/books")
        source = folder + "/books/flowers.podium.md"
        pathlib.Path(source).write_text(SAMPLE)
        subprocess.run([podium, "export", source, "--to", "ipynb"], check=True, env=env, stdout=subprocess.DEVNULL)
        self.file = folder + "/books/flowers.ipynb"
        # The outputs are to come from the kernel.
        book = json.load(open(self.file))
        for cell in book["cells"]:
            if cell["cell_type"] == "code":
                cell["outputs"], cell["execution_count"] = [], None
        json.dump(book, open(self.file, "w"))
        self.server = subprocess.Popen(
            [os.path.join(os.path.dirname(sys.executable), "jupyter-lab"), "--no-browser", "--allow-root",
             "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={self.port}", "--IdentityProvider.token=",
             "--ServerApp.password=", "--LabApp.expose_app_in_browser=True", f"--ServerApp.root_dir={folder}/books",
             "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"],
            env=env, stdout=subprocess.DEVNULL, stderr=open(folder + "/lab.log", "w"))
        until(lambda: urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api").status == 200, 60)
        options = webdriver.ChromeOptions()
        for word in ("--headless=new", "--no-sandbox", "--window-size=1300,1100", "--disable-dev-shm-usage"):
            options.add_argument(word)
        options.binary_location = "/usr/bin/chromium"
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.open()

    def open(self):
        self.driver.get(f"http://127.0.0.1:{self.port}/lab/tree/flowers.ipynb?reset")
        until(lambda: self.js("return !!(window.jupyterapp && jupyterapp.shell.currentWidget && "
                              "jupyterapp.shell.currentWidget.sessionContext)"), 60)
        until(lambda: self.state() == "idle", 60)

    def js(self, script, *words):
        return self.driver.execute_script(script, *words)

    def command(self, name, words=None):
        self.js("jupyterapp.commands.execute(arguments[0], arguments[1] || {}); return null", name, words)

    def state(self):
        return self.js("const k = jupyterapp.shell.currentWidget.sessionContext.session?.kernel; return k ? k.status : ''")

    def cells(self):
        return self.js("""return jupyterapp.shell.currentWidget.content.widgets.filter(c => c.model.type === 'code').map(
          c => ({count: c.model.executionCount, outputs: c.model.outputs.toJSON(), text: c.model.sharedModel.getSource()}))""")

    def idle(self, seconds=60):
        time.sleep(0.3)
        until(lambda: self.state() == "idle", seconds)
        time.sleep(0.2)

    def run_all(self):
        self.command("runmenu:run-all")
        self.idle()

    def add(self, text):
        """A new last cell with a text, which is active and being edited."""
        self.js("""const book = jupyterapp.shell.currentWidget.content;
          book.model.sharedModel.insertCell(book.model.cells.length, {cell_type: 'code', source: arguments[0], metadata: {}});
          book.activeCellIndex = book.widgets.length - 1; book.mode = 'edit';
          book.scrollToItem(book.widgets.length - 1); return null""", text)
        until(lambda: self.js("""const e = jupyterapp.shell.currentWidget.content.activeCell.editor; if (!e) return false;
          e.focus(); e.setCursorPosition(e.getPositionAt(arguments[0].length)); return e.hasFocus()""", text), 20)

    def press(self, *keys):
        chain = ActionChains(self.driver)
        if len(keys) > 1:
            chain.key_down(keys[0]).send_keys(keys[1]).key_up(keys[0])
        else:
            chain.send_keys(keys[0])
        chain.perform()

    def run(self):
        self.press(Keys.CONTROL, Keys.ENTER)

    def find(self, css):
        return [e for e in self.driver.find_elements(By.CSS_SELECTOR, css) if e.is_displayed()]

    def picture(self, name):
        if pictures:
            os.makedirs(pictures, exist_ok=True)
            self.driver.save_screenshot(f"{pictures}/{name}.png")

    def close(self):
        self.driver.quit()
        self.server.terminate()
        self.server.wait(20)


def until(holds, seconds):
    end = time.time() + seconds
    while time.time() < end:
        try:
            if holds():
                return True
        except Exception:
            pass
        time.sleep(0.1)
    raise SystemExit(f"waited {seconds} s in vain")


def words(output):
    data = output.get("data", {}).get("text/plain", output.get("text", ""))
    return "".join(data) if isinstance(data, list) else data


with tempfile.TemporaryDirectory(prefix="podium-lab-") as folder:
    lab = Lab(folder)
    try:
        lab.run_all()
        cells = lab.cells()
        expect("run all gives each cell its outputs", all(c["outputs"] for c in cells))
        expect("counts are those of the first commands", [c["count"] for c in cells] == [1, 3, 4])
        expect("the second cell has the accuracy", "accuracy" in words(cells[1]["outputs"][-1]))
        expect("the third has a figure", any("image/svg+xml" in o.get("data", {}) for o in cells[2]["outputs"]))
        lab.js("jupyterapp.shell.currentWidget.content.scrollToItem(4); return null")
        time.sleep(0.5)
        lab.picture("figure-light")
        lab.command("apputils:change-theme", {"theme": "JupyterLab Dark"})
        time.sleep(2)
        lab.picture("figure-dark")
        lab.command("apputils:change-theme", {"theme": "JupyterLab Light"})
        time.sleep(1)

        lab.add("")
        lab.press("head if petal_w")
        lab.press(Keys.TAB)
        time.sleep(1)
        # JupyterLab offers words of the notebook beside those of the kernel.
        expect("Tab completes a column", any("petal_width_cm" in e.text for e in lab.find(".jp-Completer")))
        lab.picture("tab-column")
        lab.press(Keys.ESCAPE)
        lab.add("")
        lab.press("des")
        lab.press(Keys.TAB)
        time.sleep(1)
        lab.picture("tab")
        if lab.find(".jp-Completer"):
            lab.press(Keys.ENTER)
            time.sleep(0.5)
        expect("Tab completes a verb", lab.cells()[-1]["text"] == "describe")
        lab.add("cv tree")
        lab.press(Keys.SHIFT, Keys.TAB)
        until(lambda: lab.find(".jp-Tooltip"), 10)
        lab.picture("shift-tab")
        expect("Shift-Tab shows the help", "cv" in lab.find(".jp-Tooltip")[0].text)
        lab.press(Keys.ESCAPE)

        lab.add("cv")
        lab.run()
        until(lambda: lab.find(".jp-Stdin-input"), 10)
        lab.picture("question")
        lab.find(".jp-Stdin-input")[0].send_keys("zeror" + Keys.ENTER)
        lab.idle()
        expect("a missing argument is asked for", "accuracy" in json.dumps(lab.cells()[-1]["outputs"]))

        lab.add("cv forest(trees=5000) k=50")
        lab.run()
        time.sleep(3)
        lab.picture("progress")
        expect("progress is shown", "fold" in json.dumps(lab.cells()[-1]["outputs"]))
        lab.js("const b = document.querySelector('.Toastify__close-button'); if (b) b.click(); return null")
        lab.command("notebook:interrupt-kernel")
        lab.idle(20)
        last = lab.cells()[-1]["outputs"]
        expect("an interrupt stops the cell", any(o.get("ename") == "interrupted" for o in last))
        lab.picture("interrupt")
        lab.add("nosuch 1")
        lab.run()
        lab.idle()
        lab.picture("error")
        expect("an error names its place", any("^" in "".join(o.get("traceback", [])) for o in lab.cells()[-1]["outputs"]))
        lab.add("help cv")
        lab.run()
        lab.idle()
        time.sleep(1)
        lab.picture("pager")
        lab.add("count species")
        lab.run()
        lab.idle()
        expect("the session goes on", "setosa" in json.dumps(lab.cells()[-1]["outputs"]))

        # Its state is unknown, until the first cell: JupyterLab is so with every kernel.
        lab.js("window.restarted = 0; jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart().then("
               "() => { window.restarted = 1; }); return null")
        until(lambda: lab.js("return window.restarted"), 30)
        lab.add("count species")
        lab.run()
        lab.idle()
        expect("a restart begins anew", any(o["output_type"] == "error" for o in lab.cells()[-1]["outputs"]))
        before = lab.cells()
        lab.command("docmanager:save")
        time.sleep(2)
        lab.open()
        expect("what was saved is there again", lab.cells() == before)
        expect("the figure is still shown", bool(lab.find(".jp-OutputArea-output svg, .jp-OutputArea-output img")))
        lab.picture("reload")
        home = {**os.environ, "HOME": folder}
        back = subprocess.run([podium, "import", lab.file, "-o", folder + "/back.podium.md"], env=home,
                              capture_output=True, text=True)
        expect("what was edited is a notebook again", back.returncode == 0 and "petal_width_cm" in open(folder + "/back.podium.md").read())
    finally:
        lab.close()
sys.exit(1 if problems else 0)
