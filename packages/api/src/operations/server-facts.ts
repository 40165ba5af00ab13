/** Which of the servers of an installation this one is. */
export type ServerFacts = {
  id: string
  name: string
  roles: readonly string[]
  version: string
  /** Null where there is none. */
  nats(): { isUp: boolean; reconnects: number } | null
}
