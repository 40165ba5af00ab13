import type { FirstStart } from './first-start.ts'

/** What a person sees in the terminal. Secrets appear at the first start and never again. */
export function welcome(address: string, start: FirstStart): string {
  if (!start.isFirst) {
    return `
Sonde is running at ${address}   (API document: ${address}/docs)

  Account id   ${start.accountId}
  API key      ${whereTheKeyIs(start)}
`
  }
  const headers = `-H "Authorization: Bearer ${start.key}" -H "X-Service-Account: ${start.accountId}"`
  return `
Sonde is running at ${address}   (API document: ${address}/docs)

  Account id   ${start.accountId}
  API key      ${start.key}
               (shown this once; kept in ${start.keyFile}, which only you can read)
  Set-up       ${address}/setup/${start.setupToken}
               (opens once, within 24 hours: sets the owner's name, e-mail and password)

Create an ICMP monitor, which runs at once; with the id of the answer, update it and see its results:

  curl -s -X POST ${address}/v1/checks/icmp ${headers} -H 'Content-Type: application/json' -d '{"name":"My host","request":{"hostname":"127.0.0.1"},"locations":["eu-west-1"]}'

  curl -s -X PATCH ${address}/v1/checks/icmp/<id> ${headers} -H 'Content-Type: application/json' -d '{"name":"My host, renamed","frequency":5}'

  curl -s ${address}/v2/check-results/<id> ${headers}
`
}

function whereTheKeyIs({ keyFile, hasKeyFile }: FirstStart & { isFirst: false }): string {
  return hasKeyFile
    ? `in ${keyFile}; another one: npx sonde new-key`
    : `shown at the first start; another one: npx sonde new-key --save`
}
