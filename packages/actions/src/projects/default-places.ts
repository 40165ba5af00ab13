import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import type { DeployResource } from '@sonde/schema/projects/project-deploy.ts'
import { refIn } from './edges.ts'
import { resourceName } from './resource-name.ts'

/** A check that would run nowhere is never what somebody wanted: neither itself nor its group says where. */
export function createDefaultPlaces(defaultLocations: readonly string[], warn: (text: string) => void) {
  const groupsWithoutPlaces = new Set<string>()

  return {
    /** Before the checks that name it. */
    noteGroup(logicalId: string, group: ConfigurationItem): void {
      if (!hasPlaces(group)) groupsWithoutPlaces.add(logicalId)
    },
    /** A check with what joins it to private locations. */
    placed(check: ConfigurationItem, resource: DeployResource): ConfigurationItem {
      const group = check['groupId'] ?? null
      const isPlacedByGroup = group !== null && !groupsWithoutPlaces.has(refIn(group) ?? '')
      if (check['checkType'] === 'HEARTBEAT' || isPlacedByGroup || hasPlaces(check)) return check
      const nobody = group === null ? 'names no location' : 'names no location, and neither does its group'
      warn(`${resourceName(resource)}: ${nobody}, and runs at ${defaultLocations.join(', ')}`)
      return { ...check, locations: [...defaultLocations] }
    },
  }
}

function hasPlaces(item: ConfigurationItem): boolean {
  return ['locations', 'privateLocations'].some(
    (field) => Array.isArray(item[field]) && item[field].length > 0,
  )
}
