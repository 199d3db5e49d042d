package org.shiftbed.audit.golden;
import org.shiftbed.audit.form.ShiftForm;
final class TmpForms {
  static ShiftForm blocks(int q, int blocks, java.util.function.Function<double[], double[]> weights) {
    return new ShiftForm() {
      public int parameters(){return q*blocks;} public int dimension(){return q;} public String label(int a){return ""+a;} public boolean linear(){return true;}
      public void value(double[] z,double[] d,double[] s){ double[] w=weights.apply(z); java.util.Arrays.fill(s,0); for(int b=0;b<blocks;b++) for(int k=0;k<q;k++) s[k]+=w[b]*d[b*q+k]; }
      public void jacobian(double[] z,double[] d,double[] j){ double[] w=weights.apply(z); java.util.Arrays.fill(j,0); for(int b=0;b<blocks;b++) for(int k=0;k<q;k++) j[(b*q+k)*q+k]=w[b]; }
      public void curvature(double[] z,double[] d,double[] c){ java.util.Arrays.fill(c,0);} };
  }
  static ShiftForm meanLogSd(double mu,double sigma){ return new ShiftForm(){
      public int parameters(){return 2;} public int dimension(){return 2;} public String label(int a){return ""+a;} public boolean linear(){return false;}
      public void value(double[] z,double[] d,double[] s){ double e=Math.exp(-2*d[1]); s[0]=(mu+sigma*d[0])*e/sigma/sigma-mu/sigma/sigma; s[1]=(1-e)/(2*sigma*sigma);}
      public void jacobian(double[] z,double[] d,double[] j){ double e=Math.exp(-2*d[1]); j[0]=e/sigma; j[1]=0; j[2]=-2*(mu+sigma*d[0])*e/sigma/sigma; j[3]=e/sigma/sigma;}
      public void curvature(double[] z,double[] d,double[] c){ double e=Math.exp(-2*d[1]); java.util.Arrays.fill(c,0); c[2]=c[4]=-2*e/sigma; c[6]=4*(mu+sigma*d[0])*e/sigma/sigma; c[7]=-2*e/sigma/sigma;} };
  }
}
