export type ImportTables = {
  imported_ids: {
    account_id: string
    /** The list of the document that the thing stands in. */
    kind: string
    source_id: string
    local_id: string
    created_at: number
  }
}
