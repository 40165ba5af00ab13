import { TagsField } from '../check-form/tags-field.tsx'
import type { FormLayout } from '../schema-form/form-layout.ts'
import { FollowedChecksField } from './followed-checks-field.tsx'

export const serviceLayout: FormLayout = {
  sections: [
    { title: 'Service', fields: ['name'] },
    {
      title: 'Follows',
      help: 'The service shows the state of these checks by itself. Without any it shows only the incidents that you open.',
      fields: ['follows.checkIds', 'follows.tags', 'follows.delayMinutes'],
    },
  ],
  fields: {
    name: { help: 'As the users of your product call it.', placeholder: 'Payments', isWide: true },
    'follows.checkIds': {
      label: 'Checks',
      help: 'All failing: major outage. Some failing: partial outage. Any degraded: degraded.',
      widget: FollowedChecksField,
      isWide: true,
    },
    'follows.tags': {
      label: 'Tags',
      rowLabel: 'Tag',
      help: 'Also every check with one of these tags, and those that get one later.',
      widget: TagsField,
      isWide: true,
    },
    'follows.delayMinutes': {
      label: 'Delay (minutes)',
      help: 'How long a check fails before the page says so. 0: at once.',
    },
  },
}
