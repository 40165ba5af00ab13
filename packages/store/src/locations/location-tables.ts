type LocationKind = 'private' | 'data-center'

/** Locations, and the agents that serve them. */
export type LocationTables = {
  private_locations: {
    id: string
    account_id: string
    name: string
    slug_name: string
    icon: string
    proxy_url_sealed: string | null
    created_at: number
    updated_at: number | null
    unavailable_since: number | null
    assigned_since: number | null
  }
  location_keys: {
    id: string
    kind: LocationKind
    private_location_id: string | null
    data_center: string | null
    hash: string
    last_four: string
    created_at: number
    last_used_at: number | null
  }
  agents: {
    id: string
    location_key_id: string | null
    location: string
    account_id: string | null
    private_location_id: string | null
    version: string
    image_variant: string
    details: string
    registered_at: number
    last_seen_at: number
    /** When it said that it stops; null while it is there, or was lost. */
    left_at: number | null
  }
  location_events: {
    id: string
    account_id: string | null
    private_location_id: string | null
    location: string
    kind: string
    detail: string
    at: number
    delivered_at: number | null
  }
}
