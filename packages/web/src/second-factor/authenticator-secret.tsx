import { CopyButton } from '../parts/copy-button.tsx'
import { QrCode } from './qr-code.tsx'

/** What an authenticator app is told: as a picture for the camera, and as text to type. */
export function AuthenticatorSecret({ secret, otpauthUrl }: { secret: string; otpauthUrl: string }) {
  return (
    <div className="space-y-3">
      <p>
        Scan this code with an authenticator app on your phone, such as Aegis, Google Authenticator or
        1Password.
      </p>
      <QrCode text={otpauthUrl} label="QR code for the authenticator app" />
      <div>
        <p className="text-soft">No camera? Type this key into the app:</p>
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <code>{inGroups(secret)}</code>
          <CopyButton text={secret} what="key for the authenticator app" />
        </p>
      </div>
    </div>
  )
}

function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
