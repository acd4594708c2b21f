import { createContext, use } from 'react';

export interface FieldParts {
  id: string;
  labelId: string;
  /** The ids of the present error and hint. */
  describedBy: string | undefined;
  invalid: boolean;
}

/** The props of a Field for the control inside it. */
export const FieldContext = createContext<FieldParts | null>(null);

/** The attributes that tie a native control to the Field around it; nothing outside of one. */
export const useFieldAttributes = () => {
  const field = use(FieldContext);
  return field
    ? { id: field.id, 'aria-describedby': field.describedBy, 'aria-invalid': field.invalid || undefined }
    : {};
};
