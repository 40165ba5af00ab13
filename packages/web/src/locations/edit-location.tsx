import schema from 'sonde-schema:PrivateLocationUpdate'
import { useState } from 'react'
import { useWrite } from '../api/use-write.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { useToast } from '../parts/toast.tsx'
import {
  updateLocation,
  privateLocationsKey,
  type LocationValue,
  type PrivateLocation,
} from '../resources/private-locations.ts'
import { FormMistake } from '../small-form/form-mistake.tsx'
import { LocationFields, locationFields } from './location-fields.tsx'

export function EditLocation({ location }: { location: PrivateLocation }) {
  const { id, name, slugName, icon, proxyUrl } = location
  const [value, setValue] = useState<LocationValue>({ name, slugName, icon, proxyUrl: proxyUrl ?? '' })
  const toast = useToast()
  const saving = useWrite({
    write: updateLocation,
    stale: [privateLocationsKey],
    onDone: () => toast('Location saved'),
  })
  const isChanged = value.name !== name || value.icon !== icon || value.proxyUrl !== (proxyUrl ?? '')
  return (
    <Card title="Settings">
      <form
        noValidate
        className="max-w-xl space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate({ id, value })
        }}
      >
        <LocationFields
          schema={schema}
          error={saving.error}
          value={value}
          hasSlug={false}
          onChange={setValue}
        />
        <FormMistake error={saving.error} fields={locationFields} />
        <Button look="primary" type="submit" disabled={!isChanged} isBusy={saving.isPending}>
          Save
        </Button>
      </form>
    </Card>
  )
}
