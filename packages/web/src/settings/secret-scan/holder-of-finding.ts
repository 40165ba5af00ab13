import type { SecretFinding } from '../../resources/account/secret-scan.ts'

/** What holds the credential, and the screen where it can be changed. */
export function holderOfFinding(
  { entityType, entityId }: Pick<SecretFinding, 'entityType' | 'entityId'>,
  accountId: string,
): { word: string; href: string | null } {
  const base = `/accounts/${accountId}`
  const id = encodeURIComponent(entityId)
  switch (entityType) {
    case 'CHECK':
      return { word: 'check', href: `${base}/checks/${id}` }
    case 'CHECK_GROUP':
      return { word: 'group', href: `${base}/groups/${id}` }
    case 'SNIPPET':
      return { word: 'snippet', href: `${base}/settings/snippets` }
    case 'ALERT_CHANNEL':
      return { word: 'alert channel', href: `${base}/alert-channels/${id}` }
    case 'ENVIRONMENT_VARIABLE':
      return { word: 'variable', href: `${base}/settings/variables` }
    case 'INTEGRATION':
      return { word: 'integration', href: null }
  }
}
