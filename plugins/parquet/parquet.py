"""Parquet, Feather and Arrow files for podium, by pyarrow, polars or duckdb: the first that can be imported.

Columns travel in binary (`data`, base64): see "A column in binary" in docs/reference/plugin-protocol.md. pyarrow's buffers
are sent as they are; the others' values go through Python, which is slower.
"""
import base64
import io
import json
import os
import re
import sys
import unicodedata
from array import array

MISSING_INTEGER, MISSING_DAY = -(2**63), -(2**31)
# Above this many distinct texts, and half of the rows, a column is text: podium's own rule.
MOST_CATEGORIES = 1000
TIME, DURATION = {"scale": "time", "period": 86400}, {"scale": "duration"}
FEATHER = ("feather", "arrow", "ipc")


class Failure(Exception):
    def __init__(self, code, message, help=None):
        super().__init__(message)
        self.code, self.help = code, help


def note(text):
    print(json.dumps({"note": text}), flush=True)


# Columns in base64 go to podium as they are: the JSON around them has a mark in their place, which no file can know.
MARK = os.urandom(8).hex()
sent = []


def packed(data):
    sent.append(base64.b64encode(data))
    return f"{MARK}:{len(sent) - 1}:"


def send(answer):
    parts = re.split(MARK + r":(\d+):", json.dumps(answer))
    for place, part in enumerate(parts):
        sys.stdout.buffer.write(sent[int(part)] if place % 2 else part.encode("ascii"))
    sys.stdout.buffer.write(b"\n")
    sys.stdout.buffer.flush()
    sent.clear()


# MARK: pyarrow


class Arrow:
    """Reads and writes with pyarrow."""

    def __init__(self):
        import pyarrow
        import pyarrow.compute
        import pyarrow.feather
        import pyarrow.parquet

        self.pa = pyarrow

    def read(self, file, ending):
        pa = self.pa
        if ending not in FEATHER:
            table = pa.parquet.read_table(file)
        else:
            with pa.memory_map(file) if isinstance(file, str) else pa.BufferReader(file.getvalue()) as source:
                try:
                    table = pa.ipc.open_file(source).read_all()
                except pa.ArrowInvalid:
                    source.seek(0)
                    head = source.read(4)
                    source.seek(0)
                    table = pa.feather.read_table(source) if head == b"FEA1" else pa.ipc.open_stream(source).read_all()
        while any(pa.types.is_struct(field.type) for field in table.schema):
            table = table.flatten()
        names = named(table.column_names)
        columns = [self.column(name, table.column(place)) for place, name in enumerate(names)]
        return {"rows": table.num_rows, "columns": columns}

    def values(self, array, type, missing):
        """The bytes of an array's values, as a type of fixed width."""
        array = array.cast(type, safe=False) if array.type != type else array
        if array.null_count:
            array = self.pa.compute.fill_null(array, self.pa.scalar(missing, type))
        width = type.bit_width // 8
        start = array.offset * width
        return array.buffers()[1][start : start + len(array) * width] if len(array) else b""

    def column(self, name, chunks):
        pa, kind = self.pa, self.pa.types
        array = chunks.combine_chunks() if isinstance(chunks, pa.ChunkedArray) else chunks
        if isinstance(array, pa.ChunkedArray):
            array = array.chunk(0) if array.num_chunks else pa.array([], array.type)
        type = array.type
        if kind.is_uint64(type) and (pa.compute.max(array).as_py() or 0) >= 2**63:
            note(f"column '{name}': whole numbers beyond 64 bits became numbers")
            array = array.cast(pa.float64(), safe=False)
            type = array.type
        if kind.is_integer(type):
            return {"name": name, "type": "integer", "data": packed(self.values(array, pa.int64(), MISSING_INTEGER))}
        if kind.is_decimal(type) and type.precision > 15 and self.is_rounded(array):
            note(f"column '{name}': decimals of more digits than a number holds were rounded ({type})")
        if kind.is_floating(type) or kind.is_decimal(type):
            return {"name": name, "type": "number", "data": packed(self.values(array, pa.float64(), float("nan")))}
        if kind.is_boolean(type):
            return {"name": name, "type": "boolean", "data": packed(self.values(array.cast(pa.uint8()), pa.uint8(), 255))}
        if kind.is_date(type):
            days = array.cast(pa.date32()).cast(pa.int32())
            return {"name": name, "type": "date", "data": packed(self.values(days, pa.int32(), MISSING_DAY))}
        if kind.is_timestamp(type):
            moments = array.cast(pa.timestamp("us", type.tz), safe=False).cast(pa.int64())
            if type.unit == "ns" and not pa.compute.all(pa.compute.equal(moments.cast(pa.timestamp("us", type.tz)).cast(type), array)).as_py():
                note(f"column '{name}': parts of microseconds were cut off")
            note_zones(name, {type.tz})
            return {"name": name, "type": "datetime", "data": packed(self.values(moments, pa.int64(), MISSING_INTEGER))}
        if kind.is_duration(type) or kind.is_time(type):
            seconds = self.values(self.seconds(array), pa.float64(), float("nan"))
            scale = TIME if kind.is_time(type) else DURATION
            return {"name": name, "type": "number", **scale, "data": packed(seconds)}
        if kind.is_dictionary(type):
            levels = [str(level) for level in array.dictionary.to_pylist()]
            if len(set(levels)) == len(levels) and None not in array.dictionary.to_pylist():
                return self.categories(name, array.indices, levels, type.ordered)
            array = array.dictionary_decode()
            type = array.type
        if not (kind.is_string(type) or kind.is_large_string(type)):
            if kind.is_nested(type) or kind.is_binary(type) or kind.is_large_binary(type):
                note(f"column '{name}': {type} became text")
            texts = [None if value is None else text(value) for value in array.to_pylist()]
            array = pa.array(texts, pa.string())
        encoded = array.dictionary_encode()
        levels = encoded.dictionary.to_pylist()
        if len(levels) > MOST_CATEGORIES and len(levels) > len(array) // 2:
            filled = pa.compute.fill_null(array, "").cast(pa.large_string())
            lengths = self.values(pa.compute.binary_length(array), pa.int32(), -1)
            start = int.from_bytes(filled.buffers()[1][filled.offset * 8 : filled.offset * 8 + 8].to_pybytes(), "little")
            return {"name": name, "type": "text", "data": packed(lengths), "utf8": packed(filled.buffers()[2][start:])}
        order = sorted(range(len(levels)), key=lambda place: levels[place])
        rank = [0] * len(order)
        for place, old in enumerate(order):
            rank[old] = place
        codes = pa.array(rank, pa.int32()).take(encoded.indices) if rank else encoded.indices
        return self.categories(name, codes, [levels[place] for place in order], False)

    def seconds(self, array):
        """The seconds of durations or times of day."""
        pa, type = self.pa, array.type
        if type.unit == "ns" and self.pa.types.is_duration(type):
            try:
                # Fewer digits are exact in a double for longer.
                return self.seconds(array.cast(pa.duration("us")))
            except pa.ArrowInvalid:
                pass
        counts = array.cast(pa.int32() if type.bit_width == 32 else pa.int64()).cast(pa.float64(), safe=False)
        return pa.compute.divide(counts, {"s": 1.0, "ms": 1e3, "us": 1e6, "ns": 1e9}[type.unit])

    def spans(self, seconds, scale):
        """Seconds as durations or times of day in microseconds; as they are where one is out of range."""
        pa, compute = self.pa, self.pa.compute
        counts = compute.round(compute.multiply(seconds, 1e6))
        least, most = (0, 86_400e6) if scale == "time" else (-9e18, 9e18)
        fits = compute.and_(compute.greater_equal(counts, least), compute.less_equal(counts, most))
        if compute.all(fits).as_py() is False:
            return seconds
        whole = counts.cast(pa.int64())
        if scale == "time":
            # What rounds up to midnight stays before it.
            whole = compute.if_else(compute.equal(whole, 86_400_000_000), 86_399_999_999, whole)
        return whole.cast(pa.time64("us") if scale == "time" else pa.duration("us"))

    def is_rounded(self, array):
        """Whether decimals have digits that a double does not."""
        import decimal

        values = (value for value in array.drop_null().to_pylist() if value)
        return any(decimal.Decimal(repr(float(value))) != value for value in values)

    def categories(self, name, codes, levels, is_ordered):
        data = packed(self.values(codes, self.pa.int32(), -1))
        return {"name": name, "type": "ordered" if is_ordered else "category", "levels": levels, "data": data}

    def write(self, table, ending):
        pa = self.pa
        fields = [self.field(column, table["rows"]) for column in table["columns"]]
        made = pa.table(fields, names=[column["name"] for column in table["columns"]])
        out = io.BytesIO()
        if ending in FEATHER:
            pa.feather.write_feather(made, out, compression="uncompressed")
        else:
            pa.parquet.write_table(made, out)
        return out.getvalue()

    def field(self, column, rows):
        pa, kind, data = self.pa, column["type"], base64.b64decode(column["data"])
        if kind == "text":
            return pa.array(texts(column), pa.string())
        forms = {
            "number": (pa.float64(), None), "integer": (pa.int64(), MISSING_INTEGER), "boolean": (pa.uint8(), 255),
            "date": (pa.int32(), MISSING_DAY), "datetime": (pa.int64(), MISSING_INTEGER),
            "category": (pa.int32(), -1), "ordered": (pa.int32(), -1),
        }
        type, missing = forms[kind]
        values = pa.Array.from_buffers(type, rows, [None, pa.py_buffer(data)])
        gap = pa.compute.is_nan(values) if missing is None else pa.compute.equal(values, pa.scalar(missing, type))
        values = pa.compute.if_else(gap, pa.scalar(None, type), values)
        if kind == "boolean":
            return values.cast(pa.bool_())
        if kind == "date":
            return values.cast(pa.date32())
        if kind == "datetime":
            return values.cast(pa.timestamp("us", "UTC"))
        if kind == "number" and column.get("scale") in ("time", "duration"):
            return self.spans(values, column["scale"])
        if kind in ("category", "ordered"):
            return pa.DictionaryArray.from_arrays(values, pa.array(column["levels"], pa.string()), ordered=kind == "ordered")
        return values


# MARK: polars and duckdb


class Polars:
    """Reads and writes with polars, through Python's own values."""

    def __init__(self):
        import polars

        self.pl = polars

    def read(self, file, ending):
        frame = self.pl.read_ipc(file) if ending in FEATHER else self.pl.read_parquet(file)
        types = [python_type(kind) for kind in frame.dtypes]
        return listed(frame.columns, [frame[name].to_list() for name in frame.columns], frame.height, types)

    def write(self, table, ending):
        frame = self.pl.DataFrame({column["name"]: plain(column) for column in table["columns"]}, strict=False)
        out = io.BytesIO()
        frame.write_ipc(out) if ending in FEATHER else frame.write_parquet(out)
        return out.getvalue()


class DuckDB:
    """Reads Parquet with duckdb, through Python's own values."""

    def __init__(self):
        import duckdb

        self.db = duckdb

    def read(self, file, ending):
        if ending in FEATHER or not isinstance(file, str):
            raise Failure("missing-library", f"duckdb does not read .{ending} here", "install pyarrow: pip install pyarrow")
        found = self.db.connect().execute("select * from read_parquet(?)", [file])
        names = [column[0] for column in found.description]
        rows = found.fetchall()
        types = [sql_type(str(column[1])) for column in found.description]
        return listed(names, [[row[place] for row in rows] for place in range(len(names))], len(rows), types)

    def write(self, table, ending):
        raise Failure("missing-library", "duckdb alone writes no files here", "install pyarrow: pip install pyarrow")


def named(names):
    """Names for columns that have none, or the same one as another: `column_3`, `x_2`."""
    forms = [unicodedata.normalize("NFC", name) for name in names]
    taken, met, out = set(forms), set(), []
    for place, (name, form) in enumerate(zip(names, forms)):
        new = base = name or f"column_{place + 1}"
        if form in met if name else base in taken:
            number = 2
            while unicodedata.normalize("NFC", f"{base}_{number}") in taken:
                number += 1
            new = f"{base}_{number}"
        if not name:
            note(f"column {place + 1} has no name; it was named '{new}'")
        elif new != name:
            note(f"column {place + 1} is another '{name}'; it was renamed '{new}'")
        met.add(form)
        taken.add(unicodedata.normalize("NFC", new))
        out.append(new)
    return out


def note_zones(name, zones):
    """Names the clock that moments had, since they are in UTC from then on."""
    shown = sorted(zones - {None, "UTC", "Etc/UTC", "+00:00", "Z"})
    if shown:
        note(f"column '{name}': the time zone {', '.join(shown)} is not kept; its moments are in UTC")


def text(value):
    if isinstance(value, (dict, list)):
        return json.dumps(value, ensure_ascii=False, default=str)
    return value.hex() if isinstance(value, bytes) else str(value)


def python_type(kind):
    """What Python has for a type of polars; None where it has nothing."""
    try:
        return kind.to_python()
    except (AttributeError, NotImplementedError, TypeError, ValueError):
        return None


def sql_type(name):
    """What Python has for a type of SQL; None for others, which are texts here."""
    import datetime

    types = {
        "BOOLEAN": bool, "BOOL": bool, "FLOAT": float, "DOUBLE": float, "DECIMAL": float, "NUMBER": float,
        "DATE": datetime.date, "TIME": datetime.time, "TIMESTAMP": datetime.datetime, "DATETIME": datetime.datetime,
        "INTERVAL": datetime.timedelta, "TIMEDELTA": datetime.timedelta,
    }
    word = re.match("[A-Z]*", name.upper()).group()
    return None if "[" in name else int if word.endswith(("INT", "INTEGER")) else types.get(word)


def listed(names, columns, rows, types):
    """A table of Python's values, in the protocol's plain form; `types` are those of columns without a value."""
    import datetime
    import decimal

    out = []
    for name, values, declared in zip(named(names), columns, types):
        kinds = {type(value) for value in values if value is not None} or {declared or str}
        scale = {}
        if kinds <= {bool}:
            kind, read = "boolean", bool
        elif kinds <= {int}:
            kind, read = "integer", int
        elif kinds <= {int, float, decimal.Decimal}:
            kind, read = "number", float
            if decimal.Decimal in kinds:
                exact = (value for value in values if isinstance(value, decimal.Decimal) and value)
                if any(decimal.Decimal(repr(float(value))) != value for value in exact):
                    note(f"column '{name}': decimals of more digits than a number holds were rounded")
        elif kinds <= {datetime.datetime}:
            kind, read = "datetime", lambda moment: moment.isoformat()
            note_zones(name, {str(value.tzinfo) for value in values if value is not None and value.tzinfo})
        elif kinds <= {datetime.date}:
            kind, read = "date", lambda day: day.isoformat()
        elif kinds <= {datetime.time}:
            kind, scale = "number", TIME
            read = lambda t: (t.hour * 3_600_000_000 + t.minute * 60_000_000 + t.second * 1_000_000 + t.microsecond) / 1e6
        elif kinds <= {datetime.timedelta}:
            kind, scale, read = "number", DURATION, datetime.timedelta.total_seconds
        else:
            kind = "text" if len(set(map(str, values))) > max(MOST_CATEGORIES, rows // 2) else "category"
            read = text
        shown = [None if value is None or value != value else read(value) for value in values]
        if kind == "number":
            # JSON has no infinity.
            numbers = array("d", [float("nan") if value is None else value for value in shown])
            out.append({"name": name, "type": kind, **scale, "data": packed(numbers.tobytes())})
        else:
            out.append({"name": name, "type": kind, "values": shown})
    return {"rows": rows, "columns": out}


def texts(column):
    """The texts of a column in binary."""
    lengths, place, found = array("i", base64.b64decode(column["data"])), 0, []
    utf8 = base64.b64decode(column["utf8"])
    for length in lengths:
        found.append(None if length < 0 else utf8[place : place + length].decode("utf-8"))
        place += max(0, length)
    return found


def spans(seconds, scale):
    """Seconds as durations or times of day; as they are where one is out of range."""
    import datetime

    if scale not in ("time", "duration"):
        return seconds
    try:
        whole = [None if value is None else datetime.timedelta(microseconds=round(value * 1e6)) for value in seconds]
        if scale == "duration":
            return whole
        start, day = datetime.datetime(1970, 1, 1), datetime.timedelta(days=1)
        if any(value is not None and not datetime.timedelta(0) <= value <= day for value in whole):
            return seconds
        last = day - datetime.timedelta(microseconds=1)
        return [None if value is None else (start + min(value, last)).time() for value in whole]
    except (OverflowError, ValueError):
        return seconds


def plain(column):
    """The values of a column in binary as Python's own."""
    import datetime

    kind = column["type"]
    if kind == "text":
        return texts(column)
    code = {"number": "d", "integer": "q", "datetime": "q", "boolean": "B"}.get(kind, "i")
    values = array(code, base64.b64decode(column["data"]))
    if kind == "number":
        return spans([None if value != value else value for value in values], column.get("scale"))
    if kind == "boolean":
        return [None if value > 1 else value == 1 for value in values]
    if kind == "date":
        return [None if v == MISSING_DAY else datetime.date(1970, 1, 1) + datetime.timedelta(v) for v in values]
    if kind == "datetime":
        start = datetime.datetime(1970, 1, 1)
        return [None if v == MISSING_INTEGER else start + datetime.timedelta(microseconds=v) for v in values]
    if kind == "integer":
        return [None if value == MISSING_INTEGER else value for value in values]
    return [None if value < 0 else column["levels"][value] for value in values]


# MARK: The protocol

LIBRARIES = {"pyarrow": Arrow, "polars": Polars, "duckdb": DuckDB}
library = None


def chosen():
    global library
    for make in LIBRARIES.values() if library is None else ():
        try:
            library = make()
            break
        except ImportError:
            pass
    if library is None:
        raise Failure(
            "missing-library", f"none of {', '.join(LIBRARIES)} can be imported by {sys.executable}",
            "install one of them for that Python: pip install pyarrow")
    return library


def load(ask):
    if ask["folder"]:
        raise Failure("not-a-file", f"'{ask['name']}' is a folder", "name a file in it")
    file = ask["files"][0]
    given = file.get("path")
    if given is None:
        given = io.BytesIO(file["text"].encode() if "text" in file else base64.b64decode(file["base64"]))
    wants_feather = ask["importer"] != "parquet"
    with open(given, "rb") if isinstance(given, str) else given as source:
        start = source.read(8)
        source.seek(0)
        given = given if isinstance(given, str) else io.BytesIO(source.read())
    # An Arrow stream begins with the length of its first message.
    is_feather = start[:6] == b"ARROW1" or start[:4] in (b"FEA1", b"\xff\xff\xff\xff")
    if not (is_feather if wants_feather else start[:4] == b"PAR1"):
        kind = "a Feather or Arrow file" if wants_feather else "a Parquet file"
        raise Failure("foreign-format", f"'{ask['name']}' is not {kind}", "check what kind of file it is; format=csv reads text")
    return {"table": chosen().read(given, "feather" if wants_feather else "parquet")}


def export(ask):
    ending = "parquet" if ask["exporter"] == "parquet" else "feather"
    return {"base64": packed(chosen().write(ask["table"], ending))}


HELLO = {
    "name": "parquet", "version": "1.0", "protocol": 1, "summary": "Parquet, Feather and Arrow files.",
    "registers": {
        "importers": [
            {"key": "parquet", "summary": "A Parquet file.", "extensions": ["parquet", "pq"], "begins": "PAR1", "paths": True},
            {"key": "parquet.feather", "summary": "A Feather or Arrow file.", "extensions": list(FEATHER),
             "begins": "ARROW1", "paths": True},
        ],
        "exporters": [
            {"key": "parquet", "extensions": ["parquet", "pq"], "binary": True},
            {"key": "parquet.feather", "extensions": list(FEATHER), "binary": True},
        ],
    },
}

for line in sys.stdin:
    ask = json.loads(line)
    try:
        answer = {"hello": lambda _: HELLO, "load": load, "export": export}[ask["do"]](ask)
    except Failure as failure:
        answer = {"error": {"code": failure.code, "message": str(failure), "help": failure.help}}
    except MemoryError:
        answer = {"error": {
            "code": "too-large", "message": f"'{ask.get('name', 'the table')}' needs more memory than the plugin may use",
            "help": "keep fewer columns or rows, or raise memory-mb in its plugin.json"}}
    except Exception as failure:
        # Libraries name the path and more; the first sentence says what is wrong.
        reason = str(failure).split("\n")[0].split(". ")[0].rstrip(".")
        path = ask.get("files", [{}])[0].get("path")
        reason = reason.replace(f"'{path}'", "the file").replace(str(path), "the file")
        if ask["do"] == "load":
            message = f"'{ask['name']}' cannot be read, it may be damaged or cut off: {reason}"
            help = "copy it again, or write it again in the program that made it"
        else:
            message, help = f"the table cannot be written in this format: {reason}", "write .csv or .xlsx"
        answer = {"error": {"code": "damaged-file" if ask["do"] == "load" else "not-representable",
                            "message": message, "help": help}}
    send({"id": ask["id"], **answer})
