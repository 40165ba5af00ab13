import { Type, type Static } from 'typebox'

/**
 * A backup is a zstd stream of JSON lines: the header; for each table `{"table": name}` and its rows as arrays, in
 * the order of the header's columns; and the trailer, which says how many rows there are and the SHA-256 of every
 * byte before it.
 */
export const formatName = 'sonde-backup'
export const formatVersion = 1

export const BackupHeader = Type.Object({
  format: Type.Literal(formatName),
  formatVersion: Type.Integer(),
  /** Of Sonde. */
  version: Type.String(),
  createdAt: Type.String(),
  engine: Type.String(),
  migrations: Type.Array(Type.String()),
  keyFingerprint: Type.String(),
  /** The encryption key itself, in hex, when it was asked for. */
  key: Type.Optional(Type.String()),
  /** The columns of each table, those tables first that others refer to. */
  tables: Type.Array(Type.Object({ name: Type.String(), columns: Type.Array(Type.String()) })),
  /** The highest number that each table has ever given to a row. */
  counters: Type.Record(Type.String(), Type.Integer()),
})
export type BackupHeader = Static<typeof BackupHeader>

export const BackupTrailer = Type.Object({
  end: Type.Object({ rows: Type.Record(Type.String(), Type.Integer()), sha256: Type.String() }),
})
export type BackupTrailer = Static<typeof BackupTrailer>
