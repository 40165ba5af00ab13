/**
 * Authorities that browsers have banned, by the beginning of their common name or organization. By name and not by
 * fingerprint, because what was banned is the authority with all of its roots and intermediates, and because a
 * server that lies about its own issuer harms only itself. Authorities that merely left the stores, or whose
 * brand lives on under another owner, are not here.
 */
const banned: readonly string[] = [
  // Issued certificates for Google and others to intruders, 2011.
  'DigiNotar',
  // Backdated certificates and hid that one had bought the other, 2016.
  'WoSign',
  'StartCom',
  // Gave an unconstrained intermediate to a company that read its users' traffic, 2015.
  'CNNIC',
  'China Internet Network Information Center',
  'MCSHOLDING',
  // Violated the rules over and over: PROCERT 2017, Certinomis 2019, Camerfirma 2021.
  'PSCProcert',
  'Certinomis',
  'AC Camerfirma',
  'Camerfirma',
  // Shared owners with a maker of spyware, 2022.
  'TrustCor',
  // Could be taken over from the web, 2023.
  'E-Tugra',
  'E-Tuğra',
  // The old hierarchy of Symantec, 2018: test certificates for names of others. What DigiCert issues under the
  // same brands has other names.
  'Symantec Class 3',
  'VeriSign Class 3 Public Primary Certification Authority',
  'GeoTrust Primary Certification Authority',
  'GeoTrust Global CA',
  'thawte Primary Root CA',
  'Equifax Secure',
  // Its private key came with every laptop: Lenovo 2015, Dell 2015.
  'Superfish',
  'eDellRoot',
  'DSDTestProvider',
  // Made by a state to read the traffic of its citizens, 2019 and 2020.
  'Qaznet Trust Network',
  'Information Security Certification Authority',
]

const bannedLower = banned.map((name) => name.toLowerCase())

/** The name by which an authority is banned; null for one that is not. */
export function findBan(names: readonly string[]): string | null {
  return names.find((name) => bannedLower.some((start) => isNamedSo(name.toLowerCase(), start))) ?? null
}

/** A whole word: "StartCom Ltd.", and not "StartCommerce". */
function isNamedSo(name: string, start: string): boolean {
  return name.startsWith(start) && !/^[\p{L}\p{N}]/u.test(name.slice(start.length))
}
