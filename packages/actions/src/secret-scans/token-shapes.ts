/**
 * What the keys of well-known services look like. Each begins with words that nothing else begins with, at the
 * beginning of a token, and goes on with characters of one kind: no text makes a search slow.
 */
const shapes: readonly string[] = [
  // Amazon Web Services: access keys, long-lived and of a session.
  '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])',
  // GitHub, GitLab, Bitbucket.
  'gh[pousr]_[A-Za-z0-9]{36,255}',
  'github_pat_[A-Za-z0-9_]{40,255}',
  'gl(?:pat|ptt|rt|dt|soat|cbt|ft|imt|agent|oas)-[A-Za-z0-9_-]{20,255}',
  'ATBB[A-Za-z0-9]{24,255}',
  'ATATT3[A-Za-z0-9_=-]{20,400}',
  // Stripe.
  '(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,255}',
  'whsec_[A-Za-z0-9+/=]{16,255}',
  // Slack.
  'xox[abeoprs]-[A-Za-z0-9-]{10,255}',
  'xapp-\\d-[A-Za-z0-9-]{10,255}',
  'hooks\\.slack\\.com/services/T[A-Z0-9]{6,12}/B[A-Z0-9]{6,12}/[A-Za-z0-9]{20,30}',
  // Discord, Telegram.
  'discord(?:app)?\\.com/api/webhooks/\\d{17,20}/[A-Za-z0-9_-]{60,80}',
  '(?:bot)?\\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])',
  // Google.
  'AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])',
  'GOCSPX-[A-Za-z0-9_-]{20,255}',
  'ya29\\.[A-Za-z0-9_-]{20,400}',
  // Models.
  'sk-ant-[A-Za-z0-9_-]{20,255}',
  'sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{20,255}',
  'sk-[A-Za-z0-9]{32,255}',
  'hf_[A-Za-z0-9]{30,255}',
  // Mail.
  'SG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,64}',
  'key-[0-9a-f]{32}(?![A-Za-z0-9])',
  'xkeysib-[0-9a-f]{32,128}',
  // Packages.
  'npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])',
  'pypi-[A-Za-z0-9_-]{32,400}',
  'rubygems_[0-9a-f]{32,64}',
  'dckr_pat_[A-Za-z0-9_-]{20,255}',
  // Hosting and monitoring.
  'do[opr]_v1_[0-9a-f]{64}',
  'dp\\.(?:pt|st|ct|sa)\\.[A-Za-z0-9.]{20,255}',
  'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}',
  'sbp_[0-9a-f]{40}',
  'hv[sbr]\\.[A-Za-z0-9_-]{20,400}',
  'glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}',
  'glc_[A-Za-z0-9+/=]{32,400}',
  'NRAK-[A-Z0-9]{27}',
  'dapi[0-9a-f]{32}(?![A-Za-z0-9])',
  'EAA[A-Za-z0-9]{80,400}',
  'sq0(?:atp|csp)-[A-Za-z0-9_-]{22,64}',
  'PMAK-[0-9a-f]{24}-[0-9a-f]{34}',
  'lin_api_[A-Za-z0-9]{32,64}',
  'secret_[A-Za-z0-9]{40,64}',
  'ntn_[A-Za-z0-9]{40,64}',
  'figd_[A-Za-z0-9_-]{30,64}',
  'AGE-SECRET-KEY-1[A-Z0-9]{40,64}',
  'tskey-[a-z]{2,20}-[A-Za-z0-9-]{16,255}',
  'AccountKey=[A-Za-z0-9+/]{40,200}={0,2}',
  // Our own, and those of services that use the same prefixes.
  '(?:cu|sv|pl|dc)_[0-9a-f]{32,64}(?![A-Za-z0-9])',
  // JSON web tokens: two JSON objects in base64.
  'eyJ[A-Za-z0-9_-]{8,8000}\\.eyJ[A-Za-z0-9_-]{8,8000}\\.[A-Za-z0-9_-]{16,8000}',
  // Private keys, of whatever kind.
  '-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\\s]{0,200}',
]

const anyShape = new RegExp(`(?<![A-Za-z0-9_-])(?:${shapes.join('|')})`, 'g')

/** Keys of known services in a text, in the order in which they stand there, and no more than that. */
export function knownTokensIn(text: string, limit: number): string[] {
  const tokens: string[] = []
  for (const [token] of text.matchAll(anyShape)) {
    tokens.push(token)
    if (tokens.length >= limit) break
  }
  return tokens
}
