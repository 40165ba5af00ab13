import schema from 'sonde-schema:ClientCertificateCreate'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { useToast } from '../../parts/toast.tsx'
import {
  createCertificate,
  certificatesKey,
  type NewCertificate,
} from '../../resources/client-certificates.ts'
import { boundFields } from '../../small-form/bound-fields.ts'
import { FormMistake } from '../../small-form/form-mistake.tsx'
import { SchemaText } from '../../small-form/schema-inputs.tsx'
import { PemField } from './pem-field.tsx'

const empty: NewCertificate = { host: '', cert: '', key: '', passphrase: '', ca: '' }

export function CertificateDialog({ onClose }: { onClose: () => void }) {
  const [value, setValue] = useState(empty)
  const toast = useToast()
  const storing = useWrite({
    write: createCertificate,
    stale: [certificatesKey],
    onDone: ({ host }) => {
      toast(`Certificate for ${host} stored`)
      onClose()
    },
  })
  const field = boundFields({ schema, error: storing.error, value, setValue })
  return (
    <FormDialog
      title="Add a client certificate"
      submitWord="Store it"
      isWide
      isBusy={storing.isPending}
      onSubmit={() => storing.mutate(value)}
      onClose={onClose}
    >
      <SchemaText {...field('host')} label="Host" />
      <PemField {...field('cert')} label="Certificate" />
      <PemField {...field('key')} label="Private key" />
      <SchemaText
        {...field('passphrase')}
        label="Passphrase of the key"
        type="password"
        autoComplete="new-password"
      />
      <PemField {...field('ca')} label="Authorities (optional)" />
      <FormMistake error={storing.error} fields={['host', 'cert', 'key', 'passphrase', 'ca']} />
    </FormDialog>
  )
}
