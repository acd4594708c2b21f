import { createContext, use } from 'react';

export interface FieldParts {
  id: string;
  labelId: string;
  /** The ids of the current error and hint. */
  describedBy: string | undefined;
  invalid: boolean;
}

/** The props of a Field for the control inside it. */
export const FieldContext = createContext<FieldParts | null>(null);

/** Returns the attributes that connect a native control to the Field around it; none outside of a Field. */
export const useFieldAttributes = () => {
  const field = use(FieldContext);
  return field
    ? { id: field.id, 'aria-describedby': field.describedBy, 'aria-invalid': field.invalid || undefined }
    : {};
};
