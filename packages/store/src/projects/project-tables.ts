import type { BooleanColumn } from '../engine/boolean-column.ts'

/** Projects of code, what each holds, and how it was deployed. */
export type ProjectTables = {
  projects: {
    id: string
    account_id: string
    logical_id: string
    name: string
    repo_url: string | null
    created_at: number
    updated_at: number | null
  }
  project_resources: {
    project_id: string
    type: string
    logical_id: string
    /** A UUID or a number, as text. */
    physical_id: string
    is_owner: BooleanColumn
    source_file: string | null
    deployed_at: number
    /** The import that has brought it here, until that is committed. */
    plan_id: string | null
    /** JSON: a keyed hash of each field as it was deployed; null for what no deploy has written yet. */
    content_hashes: string | null
  }
  import_plans: {
    id: string
    account_id: string
    project_id: string
    /** JSON. */
    changes: string
    created_at: number
    applied_at: number | null
    committed_at: number | null
  }
  project_deployments: {
    id: string
    account_id: string
    /** Of the project, which may not exist yet. */
    logical_id: string
    kind: 'deploy' | 'destroy'
    status: string
    progress: number
    error_code: string | null
    error_message: string | null
    /** JSON. */
    result: string | null
    created_at: number
    started_at: number | null
    ended_at: number | null
    cancel_requested_at: number | null
    /** When the server that works on it last said so. */
    seen_at: number
    /** When others had been told what it has written, or that it has written nothing. */
    announced_at: number | null
    /** Whether new and changed checks run once after it. */
    schedules: BooleanColumn
    /** JSON: who deployed it, with what, from which commit. */
    origin: string | null
  }
}
