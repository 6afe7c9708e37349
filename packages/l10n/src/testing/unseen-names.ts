import { readSentences, type LabelledText } from './labelled-text.js';

/** More sentences like the labelled ones, written after the rules: no rule may ever be changed because of them. */
export const unseenNames: readonly LabelledText[] = readSentences({
  en: `
Invoices are paid by [organization:Tamsin Foods Pty Ltd] within a week.
Our auditor, [organization:Greyfield Partners LLP], found nothing.
Dr [person:Ngozi Eze] and Mrs [person:Wilma Stone] share a room.
The keynote is given by Professor [person:Idris Coleman].
According to [person:Martha Quinn], the roof leaks.
Senator [person:Blake Rowe] voted against it.
The [organization:Royal Society of Gardeners] meets in May.
They flew from [location:Iceland] to [location:Mexico].
The bridge over the [location:Arden River] is closed.
Meet me at [location:77 Juniper Lane] at noon.
[organization:Calder Bank] raised its rates.
The [organization:Department of Fisheries] replied.
[person:Sofia Lindgren] manages the account of [organization:Halden].
[location:New Zealand] is two hours ahead.
Lieutenant [person:Cole] filed the report.
A letter from [person:Ruth] arrived.
[organization:Pine & Oak Co.] sells chairs.
The winner comes from [location:Oakham].
[person:Dev Patel-Shaw], MBA, runs the shop.
Deliver it to [location:Castle Square] by six.
Type your name in the Name field.
The Help menu has a new entry.
Our Privacy Policy has changed.
Print Layout is not available.
Black Friday deals end tonight.
Chapter Three: The Long Road
Download the App from the Store.
Judge the result yourself.
`,
  de: `
Die [organization:Wolke Sieben GmbH] hat Insolvenz angemeldet.
Herr Dr. [person:Falk Ritter] ist verreist.
Rechtsanwältin [person:Petra Sommer] vertritt ihn.
Das [organization:Bundesamt für Wetter] warnt.
Sie finden uns in der [location:Goethestraße 44].
Wir liefern nach [location:Polen] und [location:Ungarn].
Mit freundlichen Grüßen, [person:Jonas Feldmann]
Die [organization:Volksbank Altstadt] hat geöffnet.
Frau [person:Nguyen] übersetzt den Text.
Der Sitz ist in [location:Münster].
Die [organization:Tischlerei Hold OHG] baut Möbel.
Familie [person:Schreiber] ist umgezogen.
Der Benutzer wurde gelöscht.
Einstellungen werden gespeichert.
Die Verbindung zum Netzwerk ist unterbrochen.
Bitte wählen Sie eine Sprache.
`,
  fr: `
Mme [person:Odile Renard] et M. [person:Petit] sont arrivés.
La [organization:Fondation de la Mer] lance un appel.
Le colis part en [location:Belgique] demain.
[organization:Atelier Dumas SA] ferme ses portes.
Rendez-vous au [location:5 boulevard Voltaire].
[person:Karim Saïdi] a validé la commande.
Enregistrez le fichier avant de quitter.
Votre session a expiré.
`,
  es: `
El doctor [person:Iván Prieto] llega tarde.
[organization:Aceites del Sur S.A.] exporta a [location:Francia].
Vive en la [location:Avenida de la Constitución 8].
[person:Rosa Campos] envió el informe.
La sesión ha caducado.
Guarde los cambios.
`,
  it: `
La signora [person:Bianca Ferri] ha telefonato.
[organization:Officine Neri S.p.A.] produce motori.
Il pacco è partito per la [location:Svizzera].
La sessione è scaduta.
`,
  pl: `
Pan [person:Adam Kos] i pani [person:Ewa Lis] są w biurze.
Sesja wygasła.
`,
  nl: `
Mevrouw [person:van den Broek] tekent morgen.
[organization:De Molen N.V.] levert aan [location:België].
De sessie is verlopen.
`,
});
