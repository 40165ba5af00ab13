/** The hosts of one database, of which one is the primary. All connections of a program share what it knows of them. */
export type PostgresHosts = {
  readonly count: number
  /** The address of the host to connect to. */
  current(): string
  /** It cannot be reached or is a standby: the next one is tried, unless somebody has moved on already. */
  leave(address: string): void
  /** Grows with each loss of the primary: connections of an earlier generation are not used again. */
  generation(): number
  /** A connection of that generation has found out that the primary is gone, or only reads. */
  lose(generation: number, how: 'gone' | 'read-only'): void
}

export function createPostgresHosts(databaseUrl: string): PostgresHosts {
  const addresses = splitHosts(databaseUrl)
  let [index, generation] = [0, 0]
  const current = () => addresses[index % addresses.length] ?? databaseUrl
  return {
    count: addresses.length,
    current,
    leave(address) {
      if (address === current()) index += 1
    },
    generation: () => generation,
    lose(of, how) {
      if (of !== generation) return
      generation += 1
      if (how === 'read-only') index += 1
    },
  }
}

/** `postgres://user:secret@a:5432,b:5432/sonde` as an address for each of its hosts. */
export function splitHosts(databaseUrl: string): string[] {
  const match = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#@]*,[^/?#@]*)((?:[/?#].*)?)$/s.exec(databaseUrl)
  const [, before = '', hosts = '', after = ''] = match ?? []
  if (match === null) return [databaseUrl]
  return hosts.split(',').map((host) => `${before}${host.trim()}${after}`)
}
