/** A form made from a JSON Schema. */
export { Form } from './form/form';
export type { FormProps } from './form/form';
