"""Servers that podium-bench serve compares the service with: a table of 1,000 rows of 18 fields, 25 a page, as JSON.

Started as serve_peers.py --data DIR. Prints an object with name and url for each server, then an empty line, and ends them at
TERM. Needs datasette, django, djangorestframework and gunicorn (pip), and Swift for the server that says hello, which is
built once in ~/.cache/podium-bench.
"""

import argparse
import json
import os
import pathlib
import signal
import socket
import sqlite3
import subprocess
import sys
import time

parser = argparse.ArgumentParser()
parser.add_argument("--data", required=True)
parser.add_argument("--no-hello", action="store_true")
folder = pathlib.Path(parser.parse_args().data)
arguments = parser.parse_args()
print(json.dumps({"pid": os.getpid()}), flush=True)
children = []


def stop(*_):
    for child in children:
        child.terminate()
    for child in children:
        child.wait()
    sys.exit(0)


signal.signal(signal.SIGTERM, stop)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait(port):
    for _ in range(300):
        with socket.socket() as attempt:
            if attempt.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise SystemExit("a server does not start")


def start(name, path, command, port, **options):
    children.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options))
    wait(port)
    print(json.dumps({"name": name, "url": f"http://127.0.0.1:{port}{path}"}), flush=True)


FIELDS = [f"field_{n}" for n in range(1, 19)]
database = folder / "peers.sqlite"
with sqlite3.connect(database) as connection:
    columns = ", ".join(f"{name} TEXT" for name in FIELDS)
    connection.execute(f"CREATE TABLE pair (id INTEGER PRIMARY KEY, {columns})")
    marks = ", ".join("?" for _ in FIELDS)
    rows = [[f"value {row} of {name}" for name in FIELDS] for row in range(1000)]
    connection.executemany(f"INSERT INTO pair ({', '.join(FIELDS)}) VALUES ({marks})", rows)

bin_folder = pathlib.Path(sys.executable).parent

port = free_port()
start(
    "datasette",
    "/peers/pair.json?_size=25&_shape=objects&_nocount=1&_nosuggest=1&_nofacet=1",
    [bin_folder / "datasette", "serve", str(database), "-p", str(port), "-h", "127.0.0.1"],
    port,
)

(folder / "peer_site.py").write_text(
    f'''
import django
from django.conf import settings

settings.configure(
    ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, INSTALLED_APPS=["rest_framework"], SECRET_KEY="made",
    DATABASES={{"default": {{"ENGINE": "django.db.backends.sqlite3", "NAME": {str(database)!r}, "CONN_MAX_AGE": None}}}},
    REST_FRAMEWORK={{"DEFAULT_AUTHENTICATION_CLASSES": [], "DEFAULT_PERMISSION_CLASSES": [],
                    "UNAUTHENTICATED_USER": None,
                    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"]}})
django.setup()
from django.core.wsgi import get_wsgi_application
from django.db import models
from django.urls import path
from rest_framework import generics, pagination, serializers

fields = {{name: models.TextField() for name in {FIELDS!r}}}
Meta = type("Meta", (), {{"app_label": "peer", "db_table": "pair", "managed": False}})
Pair = type("Pair", (models.Model,), {{"__module__": __name__, "Meta": Meta, **fields}})

class PairSerializer(serializers.ModelSerializer):
    class Meta:
        model = Pair
        fields = "__all__"

class Pages(pagination.CursorPagination):
    page_size = 25
    ordering = "id"

class Pairs(generics.ListAPIView):
    queryset = Pair.objects.all()
    serializer_class = PairSerializer
    pagination_class = Pages

urlpatterns = [path("pairs", Pairs.as_view())]
application = get_wsgi_application()
'''
)
port = free_port()
start(
    "rest framework",
    "/pairs",
    [bin_folder / "gunicorn", "-w", "2", "-b", f"127.0.0.1:{port}", "peer_site:application"],
    port,
    cwd=folder,
)

if not arguments.no_hello:
    package = pathlib.Path.home() / ".cache/podium-bench/hello"
    (package / "Sources/hello").mkdir(parents=True, exist_ok=True)
    (package / "Package.swift").write_text(
        """// swift-tools-version: 6.1
import PackageDescription
let package = Package(
  name: "hello",
  dependencies: [
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: [])
  ],
  targets: [
    .executableTarget(name: "hello", dependencies: [.product(name: "Hummingbird", package: "hummingbird")])
  ])
"""
    )
    (package / "Sources/hello/main.swift").write_text(
        """import Hummingbird
let router = Router()
router.get("hello") { _, _ in "hello" }
let port = Int(CommandLine.arguments[1]) ?? 0
let app = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)))
try await app.runService()
"""
    )
    subprocess.run(["swift", "build", "-c", "release"], cwd=package, check=True, stdout=sys.stderr)
    port = free_port()
    start("hello", "/hello", [package / ".build/release/hello", str(port)], port)

print(flush=True)
signal.pause()
