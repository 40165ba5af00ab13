import schema from 'sonde-schema:ClientCertificateCreate'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useToast } from '../../parts/toast.tsx'
import {
  createCertificate,
  certificatesKey,
  type NewCertificate,
} from '../../resources/client-certificates.ts'
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
  const pem = { schema, error: storing.error }
  return (
    <FormDialog
      title="Add a client certificate"
      submitWord="Store it"
      isWide
      isBusy={storing.isPending}
      onSubmit={() => storing.mutate(value)}
      onClose={onClose}
    >
      <SchemaText
        schema={schema}
        name="host"
        label="Host"
        error={storing.error}
        value={value.host}
        onChange={(host) => setValue({ ...value, host })}
      />
      <PemField
        {...pem}
        name="cert"
        label="Certificate"
        value={value.cert}
        onChange={(cert) => setValue({ ...value, cert })}
      />
      <PemField
        {...pem}
        name="key"
        label="Private key"
        value={value.key}
        onChange={(key) => setValue({ ...value, key })}
      />
      <SchemaText
        schema={schema}
        name="passphrase"
        label="Passphrase of the key"
        error={storing.error}
        value={value.passphrase}
        onChange={(passphrase) => setValue({ ...value, passphrase })}
        type="password"
        autoComplete="new-password"
      />
      <PemField
        {...pem}
        name="ca"
        label="Authorities (optional)"
        value={value.ca}
        onChange={(ca) => setValue({ ...value, ca })}
      />
      <FormMistake error={storing.error} fields={['host', 'cert', 'key', 'passphrase', 'ca']} />
    </FormDialog>
  )
}
