/** What a project of code can hold, by the names that programs give it. */
export const resourceTypes = [
  'check',
  'check-group',
  'alert-channel',
  'alert-channel-subscription',
  'maintenance-window',
  'private-location',
  'private-location-check-assignment',
  'private-location-group-assignment',
  'dashboard',
  'status-page',
  'status-page-service',
  'status-page-component',
  'status-page-automation-rule',
] as const
export type ResourceType = (typeof resourceTypes)[number]

export function isResourceType(type: string): type is ResourceType {
  return resourceTypes.some((known) => known === type)
}
