import { AccountTabs } from '../parts/link-tabs.tsx'

const tabs = [
  ['/accounts/$accountId/locations', 'Private locations'],
  ['/accounts/$accountId/locations/data-centers', 'Data centers'],
  ['/accounts/$accountId/locations/agents', 'Agents'],
] as const

export function LocationTabs() {
  return <AccountTabs label="Locations" tabs={tabs} />
}
