/** What only the overview of checks needs. */
export type OverviewTables = {
  /** Of the last 24 hours, some minutes old; null: nothing counted, or nothing was measured. */
  check_day_figures: {
    check_id: string
    availability: number | null
    p95: number | null
  }
}
