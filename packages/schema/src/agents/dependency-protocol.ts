import { Type } from 'typebox'

/** Of one archive of installed packages. */
export const mostDependencyBytes = 2_000_000_000

/** `key`: what the packages depend on, as a hash. Whose they are is told by the ticket. */
export const DependencyParams = Type.Object({ key: Type.String({ pattern: '^[0-9a-f]{64}$' }) })

/** By which an answer tells the hash of its bytes, and by which an agent announces that of what it sends. */
export const archiveHashHeader = 'x-archive-sha256'

/** An archive that an agent asks for, brings or throws away, for the run of the ticket. */
export type DependencyOrder = { key: string; ticket: string }

/** One on its way to the service. */
export type BroughtArchive = DependencyOrder & { sha256: string; bytes: number }
