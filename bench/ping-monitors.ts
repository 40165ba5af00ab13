/** Monitors that ping loopback every minute, each at an address of its own as far as there are that many. */
export function pingMonitors(count: number, location: string): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, number) => ({
    name: `Monitor ${number}`,
    request: { hostname: `127.0.${(number >> 8) & 255}.${number & 255 || 1}` },
    locations: [location],
    frequency: 1,
  }))
}
