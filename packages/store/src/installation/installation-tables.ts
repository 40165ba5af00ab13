export type InstallationTables = {
  installation: {
    key: string
    value: string
  }
  setup_tokens: {
    hash: string
    account_id: string
    user_id: string
    expires_at: number
    used_at: number | null
    created_at: number
  }
}
