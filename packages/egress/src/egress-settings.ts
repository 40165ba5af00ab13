/** Where requests of the service itself may go. */
export type EgressSettings = {
  /** `public`: internal addresses are refused too, except those in `allow`. */
  reach: 'all' | 'public'
  /** Addresses and CIDR ranges. */
  allow: readonly string[]
}
