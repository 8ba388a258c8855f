/** Forms in the states that they can be in. */
import { useState } from 'preact/hooks';
import type { Json, Schema } from '../../lib/types';
import { Panel } from '../basics';
import { Form } from './form';

const EVERYTHING: Schema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 40 },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    account: { type: 'string', pattern: '^[A-Z]{2}\\d{2}$', description: 'Two letters and two digits.' },
    amount: { type: 'number', minimum: 0, maximum: 1000, multipleOf: 0.05 },
    pieces: { type: 'integer', minimum: 1 },
    measured: { anyOf: [{ type: 'number' }, { enum: ['NaN', 'INF', '-INF'] }] },
    approved: { type: 'boolean' },
    category: { enum: ['travel', 'meals', 'other'] },
    country: { enum: ['AT', 'BE', 'CH', 'DE', 'DK', 'ES', 'FR', 'GB', 'IT', 'NL'] },
    day: { type: 'string', format: 'date' },
    at: { type: 'string', format: 'date-time' },
    took: { type: 'string', format: 'duration' },
    items: { type: 'array', minItems: 1, items: { type: 'object', properties: { what: { type: 'string' }, price: { type: 'number' } }, required: ['what'], additionalProperties: false } },
    tags: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }] },
    address: { anyOf: [{ type: 'object', properties: { street: { type: 'string' }, town: { type: 'string' } }, required: ['town'], additionalProperties: false }, { type: 'null' }] },
    rates: { type: 'object', additionalProperties: { type: 'number' } },
    extra: {},
  },
  required: ['name', 'amount', 'pieces', 'approved', 'category', 'country', 'day', 'items', 'rates'],
  additionalProperties: false,
};

const STATES: [string, Schema, Json | undefined, string | undefined][] = [
  ['Every kind of field', EVERYTHING, { name: 'Ina', amount: 12.5, items: [{ what: 'hotel', price: 88.2 }, { what: 'train' }], tags: ['a', 'b'], rates: { EUR: 1 }, address: { town: 'Bonn' } }, undefined],
  ['No declared type', {}, undefined, undefined],
  ['Nothing to fill in', { type: 'object', properties: {}, additionalProperties: false }, undefined, undefined],
  ['One value', { type: 'number' }, 3, undefined],
  ['Fields and more', { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] }, { title: 'Open' }, undefined],
  ['Refused at a field', { type: 'object', properties: { sum: { type: 'string' } } }, { sum: 'much' }, `The output of 'pay' does not have its declared type: at 'sum' a number was expected, found the text "much". Send data of that type. (MR-2005)`],
  ['Refused as a whole', { type: 'object', properties: { sum: { type: 'string' } } }, { sum: '3' }, `Cannot complete work item '7#1': it is suspended. Resume it first. (MR-1021)`],
];

/** The forms, each with what it gave last. */
export function Forms() {
  return (
    <>
      {STATES.map(([title, schema, value, refusal]) => (
        <Sample key={title} title={title} schema={schema} value={value} refusal={refusal} />
      ))}
    </>
  );
}

function Sample({ title, schema, value, refusal }: { title: string; schema: Schema; value: Json | undefined; refusal: string | undefined }) {
  const [given, setGiven] = useState<Json>();
  const [problem] = useState(refusal === undefined ? undefined : { status: 422, title: 'Refused', detail: refusal, code: /MR-\d+/.exec(refusal)![0] });
  return (
    <Panel title={title}>
      <Form schema={schema} {...(value === undefined ? {} : { value })} submit="Send" problem={problem} onSubmit={setGiven} />
      {given !== undefined && <pre class="small">{JSON.stringify(given, null, 2)}</pre>}
    </Panel>
  );
}
