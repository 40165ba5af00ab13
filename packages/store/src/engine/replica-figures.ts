/** What is known of the read replica. */
export type ReplicaFigures = {
  isUsed: boolean
  /** How far it was behind when it was last measured; null: it did not answer. */
  lagMs: number | null
}
