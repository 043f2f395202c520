/// The workspace as podium's own commands see it: plugins' records and the log of their changes, saved tables and models,
/// results of evaluation jobs, the transaction, and the file.
///
/// Whoever needs one part asks for that part's protocol.
///
/// A reference: copies of a session share it. What a command writes is one transaction, which the interpreter
/// commits when the command has succeeded and rolls back when it fails or is interrupted; `begin`, `commit` and
/// `rollBack` are the interpreter's. Once `commit` has returned, what was written survives a crash and a power cut.
///
/// Errors of every call: `workspace-busy`, `workspace-full`, `workspace-read-only`, `workspace-damaged`,
/// `workspace-newer`, `not-a-workspace`, `workspace-unreadable`, `workspace-failed`.
public protocol Store: RecordStore, ChangeStore, ArchiveStore, ResultStore, TransactionStore, AdministrationStore {}
