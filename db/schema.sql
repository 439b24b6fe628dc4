-- Version 1 of the database.  A later version is a file db/migrations/NNNN.sql and a row in store_schema.c.
-- NULL is "not known" or "not measured", never 0.

-- A card is its PCI device, subsystem and VBIOS: "20c2:10de1585:92.00.67.00.01", "unknown" for a part nobody could read.
CREATE TABLE card (
    id  INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE CHECK (length(key) BETWEEN 1 AND 127)
) STRICT;

-- What one card was found to be: a fingerprint such as "ffma/32 idp4a/32" or "full speed".
CREATE TABLE state (
    id          INTEGER PRIMARY KEY,
    card_id     INTEGER NOT NULL REFERENCES card (id) ON DELETE CASCADE,
    fingerprint TEXT NOT NULL CHECK (length(fingerprint) BETWEEN 1 AND 255),
    UNIQUE (card_id, fingerprint)
) STRICT;

-- state_id is NULL until the run is finished; then record_id, the hash of all it holds, is set and the run never changes.
-- is_builtin marks what came with the program: it is replaced when a program with other records opens the database.
CREATE TABLE run (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    card_id        INTEGER NOT NULL REFERENCES card (id) ON DELETE CASCADE,
    state_id       INTEGER REFERENCES state (id),
    record_id      TEXT,
    provenance     TEXT NOT NULL CHECK (provenance IN ('measured', 'published', 'derived', 'modelled')),
    tool_version   TEXT NOT NULL,
    probe_set_hash TEXT NOT NULL,
    nvrtc_version  TEXT NOT NULL,
    nvrtc_arch     TEXT NOT NULL,
    driver         TEXT NOT NULL,
    started_utc    TEXT NOT NULL,
    citation       TEXT NOT NULL,
    remark         TEXT NOT NULL,
    origin         TEXT NOT NULL,
    is_builtin     INTEGER NOT NULL CHECK (is_builtin IN (0, 1)),
    CHECK ((state_id IS NULL) = (record_id IS NULL))
) STRICT;
CREATE INDEX run_by_card ON run (card_id, provenance, started_utc);
CREATE INDEX run_by_state ON run (state_id);
CREATE INDEX run_by_record ON run (record_id);

-- The card as that run saw it.  A field that nobody asked for has no row; one whose source did not know has a reason.
CREATE TABLE identity (
    run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    field  TEXT NOT NULL,
    num    INTEGER,
    text   TEXT,
    why    TEXT,
    PRIMARY KEY (run_id, field),
    CHECK ((num IS NOT NULL) + (text IS NOT NULL) + (why IS NOT NULL) = 1)
) STRICT, WITHOUT ROWID;

CREATE TABLE figure (
    id           INTEGER PRIMARY KEY,
    run_id       INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    probe        TEXT NOT NULL,
    kind         TEXT NOT NULL CHECK (kind IN ('tput', 'lat', 'sweep')),
    warps        INTEGER NOT NULL CHECK (warps >= 0),
    chains       INTEGER NOT NULL CHECK (chains >= 0),
    interval_cyc REAL,
    lo_cyc       REAL,
    hi_cyc       REAL,
    mad_cyc      REAL,
    ns           REAL,
    clock_mhz    REAL,
    n_samples    INTEGER NOT NULL CHECK (n_samples >= 0),
    audit        TEXT NOT NULL,
    gate         TEXT NOT NULL,
    note         TEXT NOT NULL,
    sass         TEXT NOT NULL,
    build        TEXT NOT NULL,
    UNIQUE (run_id, probe, kind, warps, chains)
) STRICT;

-- Raw: every pair of launches there ever was, the disturbed ones too.  reasons is NULL when NVML was silent.
CREATE TABLE sample (
    figure_id    INTEGER NOT NULL REFERENCES figure (id) ON DELETE CASCADE,
    seq          INTEGER NOT NULL,
    warps        INTEGER NOT NULL,
    chains       INTEGER NOT NULL,
    copies       INTEGER NOT NULL,
    iters        INTEGER NOT NULL,
    cycles_u     REAL,
    cycles_2u    REAL,
    ns_u         REAL,
    ns_2u        REAL,
    reasons      INTEGER,
    disturbed    INTEGER NOT NULL CHECK (disturbed IN (0, 1)),
    PRIMARY KEY (figure_id, seq)
) STRICT, WITHOUT ROWID;

-- A replacement strategy held against an exact reference on the card.  max_ulp is NULL for one that must be bit-exact.
CREATE TABLE variant_check (
    run_id     INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    variant    TEXT NOT NULL,
    cases      INTEGER NOT NULL CHECK (cases >= 0),
    mismatches INTEGER NOT NULL CHECK (mismatches BETWEEN 0 AND cases),
    seed       INTEGER NOT NULL,
    max_ulp    REAL,
    PRIMARY KEY (run_id, variant)
) STRICT, WITHOUT ROWID;

-- The SHA-256 of the records that came with the program which last wrote here.
CREATE TABLE builtin (
    one  INTEGER PRIMARY KEY CHECK (one = 1),
    hash TEXT NOT NULL
) STRICT;
