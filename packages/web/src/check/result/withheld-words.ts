/** Says of a run why its target may have refused it. */
export function withheldWords(host: string): string {
  return `Sent to ${host} without secrets and logins: neither the check nor the allowed hosts of its trigger include this host.`
}
