import channelForms from 'sonde-schema:channel-forms'
import { Card } from '../parts/card.tsx'
import type { AlertChannel } from '../resources/alert-channels.ts'
import { sentKinds } from './channel-words.ts'
import { configFacts } from './config-facts.ts'

/** The channel for who may look at it and not change it. */
export function ChannelFacts({ channel }: { channel: AlertChannel }) {
  return (
    <Card title="Settings">
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[minmax(6rem,auto)_1fr]">
        <dt className="text-soft">Events</dt>
        <dd>{sentKinds(channel) ?? 'nothing'}</dd>
        {configFacts(channel.config, channelForms[channel.type]).map(({ label, text }) => (
          <div key={label} className="contents">
            <dt className="text-soft">{label}</dt>
            <dd className="font-mono text-xs whitespace-pre-line">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
