import type { GraphQLCodegenDataMasking } from '@apollo/client/masking';

declare module '@apollo/client' {
  // Generated fragment types are masked; this teaches the client how to read them.
  export interface TypeOverrides extends GraphQLCodegenDataMasking.TypeOverrides {}
}
