/** How numbers are shown in the lab: as decimals, or as the fractions they are. */

class View {
  fractions = $state(false);
}

export const view = new View();
