import type { Generated } from 'kysely'
import type { BooleanColumn } from '../engine/boolean-column.ts'

export type DeploymentTables = {
  /** JSON: what a session was started for, for those who fill in its runs. */
  run_environments: { session_id: string; environment: string }
  deployment_triggers: {
    id: Generated<number>
    account_id: string
    check_id: string | null
    group_id: number | null
    provider: string
    repo_id: string
    repo_name: string
    repo_link: string
    use_environment_url: BooleanColumn
    include_screenshots: BooleanColumn
    run_location: string
    environment_filter: string | null
    environment_url_filter: string | null
    /** JSON: a list of texts. */
    allowed_hosts: Generated<string>
    created_at: number
    updated_at: number | null
  }
  deployment_webhooks: { account_id: string; sealed_secret: string; created_at: number }
  deployments: {
    id: Generated<number>
    account_id: string
    repository: string
    sha: string
    environment_name: string | null
    environment_url: string | null
    deployment_id: string | null
    created_at: number
  }
  deployment_claims: { account_id: string; claim: string; created_at: number }
}
