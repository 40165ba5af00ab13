/** What starts an agent on the machine that is to measure, in a clone of the repository. */
export function agentCommand({ origin, key }: { origin: string; key: string }): string {
  return `SERVICE_URL=${origin} API_KEY=${key} npm run agent`
}
