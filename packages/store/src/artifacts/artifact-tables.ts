import type { BooleanColumn } from '../engine/boolean-column.ts'

export type ArtifactTables = {
  /** Files that a run left behind, by the identity of its attempt; that of a trial run has the number 0 as its check. */
  artifacts: {
    check_no: number
    scheduled_at: number
    origin: string
    attempt: number
    name: string
    /** By which its agent knows it; null of what came with diagnostics. */
    number: number | null
    account_id: string
    type: string
    content_type: string
    bytes: number
    /** Where its bytes are; null when they are not kept. */
    sha256: string | null
    /** Why they are not. */
    missing: string | null
    created_at: number
  }
  /** What the artifact store holds, or is about to hold. Written before the bytes come and deleted after they are gone. */
  artifact_blobs: {
    sha256: string
    bytes: number
    /** Null while a file or a bundle names it. */
    remove_after: number | null
    /** Whoever wants to store the same bytes waits until they are gone. */
    is_removing: BooleanColumn
  }
  /** What the files of an account take, by type. */
  artifact_usage: { account_id: string; type: string; files: number; bytes: number }
  /** Parts of files that have not arrived whole, where several servers receive them. */
  upload_parts: { upload: string; start: number; bytes: number; sha256: string; created_at: number }
  /** What outputs of checks are compared with: their bytes are in the artifact store under their hash. */
  golden_files: {
    account_id: string
    sha256: string
    bytes: number
    /** The browsers that have drawn it, as a list in JSON; an empty one: nobody knows. */
    made_by: string
    /** When it was stored last. */
    used_at: number
  }
  /** What uses a file, or did until lately. */
  golden_file_uses: {
    account_id: string
    owner_kind: 'check' | 'trial'
    owner_id: string
    sha256: string
    ended_at: number | null
  }
  /** Archives of projects that were uploaded, by their hash. */
  code_bundles: {
    account_id: string
    sha256: string
    bytes: number
    created_at: number
    /** When it was last uploaded, or something began to use it. */
    last_used_at: number
  }
  /** Installed packages of projects, by what decides which they are. */
  dependency_archives: {
    account_id: string
    key: string
    sha256: string
    bytes: number
    last_used_at: number
  }
  code_bundle_uses: {
    account_id: string
    owner_kind: 'check' | 'trial'
    owner_id: string
    sha256: string
    /** Null while its owner has it. */
    kept_until: number | null
  }
}
