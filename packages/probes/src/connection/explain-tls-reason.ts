/** OpenSSL's few words for why a handshake failed, and ours where they hide what is to be done. */
export function explainTlsReason(reason: string): string {
  const known = explanations.find(([words]) => reason.includes(words))
  return known === undefined ? reason : `${reason} (${known[1]})`
}

const explanations = [
  ['wrong version number', 'the port does not speak TLS'],
  ['certificate required', 'the server requires a client certificate'],
] as const
