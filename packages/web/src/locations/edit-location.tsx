import schema from 'sonde-schema:PrivateLocationUpdate'
import { useState } from 'react'
import { useWrite } from '../api/use-write.ts'
import { Card } from '../parts/card.tsx'
import { useToast } from '../parts/toast.tsx'
import {
  updateLocation,
  privateLocationsKey,
  type LocationValue,
  type PrivateLocation,
} from '../resources/private-locations.ts'
import { SmallForm } from '../small-form/small-form.tsx'
import { LocationFields, locationFields } from './location-fields.tsx'

export function EditLocation({ location }: { location: PrivateLocation }) {
  const { id, name, slugName, proxyUrl } = location
  const [value, setValue] = useState<LocationValue>({ name, slugName, proxyUrl: proxyUrl ?? '' })
  const toast = useToast()
  const saving = useWrite({
    write: updateLocation,
    stale: [privateLocationsKey],
    onDone: () => toast('Location saved'),
  })
  const isChanged = value.name !== name || value.proxyUrl !== (proxyUrl ?? '')
  return (
    <Card title="Settings">
      <SmallForm
        fields={locationFields}
        error={saving.error}
        submitWord="Save"
        isReady={isChanged}
        isBusy={saving.isPending}
        width="max-w-xl"
        onSubmit={() => saving.mutate({ id, value })}
      >
        <LocationFields
          schema={schema}
          error={saving.error}
          value={value}
          hasSlug={false}
          onChange={setValue}
        />
      </SmallForm>
    </Card>
  )
}
